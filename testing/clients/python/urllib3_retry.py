import json

import urllib3
from program import headers, program, set_up, url
from urllib3.exceptions import InvalidHeader, MaxRetryError
from urllib3.util import Retry


# #region configuration
class Backoff(Retry):
    """Waits before the first retry and after the last, and sends a POST again after a 429: after a 503 it may have been
    carried out."""

    def get_backoff_time(self):
        return self.backoff_factor * 2 ** (len(self.history) - 1)

    def get_retry_after(self, response):
        try:
            return super().get_retry_after(response)
        except InvalidHeader:
            return None

    def increment(self, *request, response=None, **more):
        try:
            return super().increment(*request, response=response, **more)
        except MaxRetryError:
            if response is not None and response.status == 429:
                self.sleep(response)
            raise

    def is_retry(self, method, status_code, has_retry_after=False):
        return status_code == 429 or super().is_retry(method, status_code, has_retry_after)


retries = Backoff(total=4, backoff_factor=0.5, status_forcelist=[429, 503])
http = urllib3.PoolManager(retries=retries)


def request(method, path, more=(), **options):
    # A copy for each request: a redirect to another origin takes the key out of the pool's own headers, for good.
    return http.request(method, f"{url}{path}", headers={**headers, **dict(more)}, **options)
# #endregion


documented = urllib3.PoolManager(
    headers=headers,
    retries=Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 503]),
)


def request_documented(method, path, more=None, **options):
    return documented.request(method, f"{url}{path}", headers=more and {**headers, **more}, **options)


class NotASuccess(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


send = set_up({"urllib3_retry": request_documented, "urllib3_retry_configured": request})


def call(*given, **options):
    response = send(*given, **options)
    if response.status >= 300:
        raise NotASuccess(response.status)
    return json.loads(response.data)


program(
    lambda query: call("GET", "/pets", fields=query),
    lambda pet: call("POST", "/pets", {"Content-Type": "application/json"}, body=json.dumps(pet)),
    lambda pet_id: call("GET", f"/pets/{pet_id}"),
    lambda error: getattr(error, "status", None),
)
