// Sends the key but where a 401 is expected, provokes each error, and adds what the document cannot say to the check of each answer.
const hooks = require("hooks");
const { PETSTORE_API_KEY: key, SEEDED: seeded } = process.env;
let created;

hooks.beforeEach((transaction, done) => {
  const { request, expected } = transaction;
  const wanted = expected.statusCode;
  const path = (text) => {
    transaction.fullPath = `/v1${text}`;
    request.uri = transaction.fullPath;
  };
  if (wanted !== "401") request.headers.Authorization = `Bearer ${key}`;
  else delete request.headers.Authorization;
  if (request.method === "GET" && request.uri.startsWith("/v1/pets?"))
    path(wanted === "400" ? "/pets?limit=0" : "/pets?limit=5&status=sold");
  if (request.uri.startsWith("/v1/pets/"))
    path(wanted === "404" ? "/pets/987654321987" : `/pets/${created ?? seeded}`);
  if (request.method === "POST" && wanted === "400") request.body = '{"categoryId":1}';
  // Dredd leaves errors out unless a hook takes them in.
  transaction.skip = false;
  done();
});

hooks.beforeEachValidation((transaction, done) => {
  const { real, expected, request } = transaction;
  const fail = (text) => {
    transaction.fail = text;
  };
  try {
    const body = JSON.parse(real.body);
    if (Number(expected.statusCode) >= 400 && body.status !== Number(expected.statusCode))
      fail("Error.status is not the status");
    if (expected.statusCode === "201") {
      created = /"id"\s*:\s*(-?\d+)/.exec(real.body)?.[1];
      const { name, categoryId, status } = JSON.parse(request.body);
      if (body.name !== name || body.categoryId !== categoryId || body.status !== status)
        fail("not what was sent");
    }
    if (Array.isArray(body) && (body.length > 5 || body.some(({ status }) => status !== "sold")))
      fail("not five pets that are sold");
  } catch (error) {
    fail(error.message);
  }
  done();
});
