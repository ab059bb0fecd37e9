'<installed>/node_modules/.bin/portman' --local openapi.json --baseUrl '<url>' --portmanConfigFile portman.yaml --output collection.json >generated.txt 2>&1 || { cat generated.txt; exit 2; }
exec '<installed>/node_modules/.bin/newman' run collection.json --env-var "key=$PETSTORE_API_KEY" --env-var 'seeded=<seeded>'
