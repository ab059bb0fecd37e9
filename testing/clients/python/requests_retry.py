import requests
from program import headers, program, url
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

session = requests.Session()
session.headers.update(headers)
retries = Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 503])
session.mount("http://", HTTPAdapter(max_retries=retries))


def answer(response):
    response.raise_for_status()
    return response.json()


program(
    lambda query: answer(session.get(f"{url}/pets", params=query)),
    lambda pet: answer(session.post(f"{url}/pets", json=pet)),
    lambda pet_id: answer(session.get(f"{url}/pets/{pet_id}")),
    lambda error: getattr(getattr(error, "response", None), "status_code", None),
)
