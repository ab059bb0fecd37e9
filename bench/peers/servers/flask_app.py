# Flask with abort(), whose error page is HTML, and int() on the query.
import os
import time

from flask import Flask, abort, jsonify, request
from werkzeug.serving import make_server

app = Flask(__name__)
KEY = os.environ["API_KEY"]
STATUSES = ("available", "pending", "sold")
pets = [dict(id=n, name=f"Pet {n}", categoryId=1 + n % 4, status=STATUSES[n % 3]) for n in range(1, 31)]
windows = {}


@app.before_request
def guard():
    key = request.headers.get("Authorization", "")
    now = int(time.time())
    window = windows.setdefault(key, [now + 60, 0])
    if window[0] <= now:
        window[:] = [now + 60, 0]
    window[1] += 1
    request.window = window
    if window[1] > 300:
        return jsonify(code="rate_limited", message="Too many requests", status=429), 429, {"Retry-After": window[0] - now}
    if key != f"Bearer {KEY}":
        return jsonify(code="unauthorized", message="Missing or invalid API key", status=401), 401


@app.after_request
def limits(response):
    reset, used = request.window
    response.headers.update({"X-RateLimit-Limit": 300, "X-RateLimit-Remaining": max(0, 300 - used), "X-RateLimit-Reset": reset})
    return response


@app.get("/v1/pets")
def list_pets():
    limit = int(request.args.get("limit", 20))
    status = request.args.get("status")
    if not 1 <= limit <= 100 or (status is not None and status not in STATUSES):
        abort(400)
    return jsonify([pet for pet in pets if status is None or pet["status"] == status][:limit])


@app.post("/v1/pets")
def create_pet():
    body = request.get_json()
    if "name" not in body or "categoryId" not in body or body.get("status", "available") not in STATUSES:
        return jsonify(code="invalid", message="name and categoryId are required", status=400), 400
    pet = dict(id=len(pets) + 1, name=body["name"], categoryId=body["categoryId"], status=body.get("status", "available"))
    pets.append(pet)
    return jsonify(pet), 201


@app.get("/v1/pets/<int:pet_id>")
def get_pet(pet_id):
    pet = next((pet for pet in pets if pet["id"] == pet_id), None)
    if pet is None:
        abort(404)
    return jsonify(pet), 200, {"Deprecation": "@1735689600", "Sunset": "Thu, 05 Dec 2030 00:00:00 GMT"}


@app.get("/v1/store/orders")
def orders():
    return jsonify([])


server = make_server("127.0.0.1", int(os.environ.get("PORT", 0)), app, threaded=True)
print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
server.serve_forever()
