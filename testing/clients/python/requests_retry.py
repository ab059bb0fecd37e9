import requests
from program import headers, program, set_up, url
from requests.adapters import HTTPAdapter
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
# #endregion

session = requests.Session()
session.headers.update(headers)
documented = Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 503])
max_retries = set_up({"requests_retry": documented, "requests_retry_configured": retries})
session.mount("http://", HTTPAdapter(max_retries=max_retries))


def answer(response):
    response.raise_for_status()
    return response.json()


program(
    lambda query: answer(session.get(f"{url}/pets", params=query)),
    lambda pet: answer(session.post(f"{url}/pets", json=pet)),
    lambda pet_id: answer(session.get(f"{url}/pets/{pet_id}")),
    lambda error: getattr(getattr(error, "response", None), "status_code", None),
)
