import json

import urllib3
from program import headers, program, url
from urllib3.util import Retry

http = urllib3.PoolManager(
    headers=headers,
    retries=Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 503]),
)


class NotASuccess(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


def answer(response):
    if response.status >= 300:
        raise NotASuccess(response.status)
    return json.loads(response.data)


def create(pet):
    with_type = {**headers, "Content-Type": "application/json"}
    return answer(http.request("POST", f"{url}/pets", body=json.dumps(pet), headers=with_type))


program(
    lambda query: answer(http.request("GET", f"{url}/pets", fields=query)),
    create,
    lambda pet_id: answer(http.request("GET", f"{url}/pets/{pet_id}")),
    lambda error: getattr(error, "status", None),
)
