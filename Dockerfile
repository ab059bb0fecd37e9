# The suite as an image. The key comes from the environment of a run; nothing of it is ever part of the image.
#
#   docker build --tag petstore-conformance .
#   docker run --rm --env PETSTORE_API_KEY --volume "$PWD:/reports" --user "$(id -u):$(id -g)" \
#     petstore-conformance run https://staging.example.com/v1 --report html=report.html

FROM node:24-slim AS build
WORKDIR /project
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-command.ts scripts/
RUN npm ci
COPY . .
RUN npm pack --pack-destination /tmp
# What is published, with the dependencies that the lock file names.
WORKDIR /app
RUN tar --extract --gzip --strip-components=1 --file /tmp/petstore-conformance-*.tgz \
  && cp /project/package-lock.json /project/.npmrc . \
  && npm ci --omit=dev --ignore-scripts

FROM node:24-slim
COPY --from=build /app /app
RUN ln -s /app/dist/src/cli/bin.js /usr/local/bin/petstore-conformance \
  && install --directory --owner=node --group=node /reports
USER node
WORKDIR /reports
ENTRYPOINT ["petstore-conformance"]
CMD ["--help"]
