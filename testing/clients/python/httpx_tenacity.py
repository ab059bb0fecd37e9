import httpx
from program import headers, program, url
from tenacity import retry, stop_after_attempt, wait_exponential

client = httpx.Client(headers=headers)


@retry(stop=stop_after_attempt(5), wait=wait_exponential(multiplier=1), reraise=True)
def call(method, path, **options):
    response = client.request(method, f"{url}{path}", **options)
    response.raise_for_status()
    return response.json()


program(
    lambda query: call("GET", "/pets", params=query),
    lambda pet: call("POST", "/pets", json=pet),
    lambda pet_id: call("GET", f"/pets/{pet_id}"),
    lambda error: getattr(getattr(error, "response", None), "status_code", None),
)
