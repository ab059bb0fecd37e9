import time
from email.utils import parsedate_to_datetime

import httpx
from program import headers, program, set_up, url
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_exponential

client = httpx.Client(headers=headers)


def send(method, path, **options):
    response = client.request(method, f"{url}{path}", **options)
    response.raise_for_status()
    return response.json()


# #region configuration
def seconds(value):
    """What a Retry-After header asks for: seconds or a date; 0 where it is missing or neither."""
    try:
        return int(value) if value.isdigit() else parsedate_to_datetime(value).timestamp() - time.time()
    except ValueError:
        return 0


def rest(state):
    """After the last try, too: the 429 is meant for the key. Backoff comes on top."""
    response = getattr(state.outcome.exception(), "response", None)
    if response is not None and response.status_code == 429:
        time.sleep(max(0.1, seconds(response.headers.get("Retry-After", ""))))


def may_be_repeated(error):
    """A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out."""
    status = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else 503
    return status == 429 or (status >= 500 and error.request.method != "POST")


@retry(
    stop=stop_after_attempt(5),
    wait=wait_exponential(),
    after=rest,
    retry=retry_if_exception(may_be_repeated),
    reraise=True,
)
# #endregion
def configured(method, path, **options):
    return send(method, path, **options)


documented = retry(stop=stop_after_attempt(5), wait=wait_exponential(multiplier=1), reraise=True)(send)
call = set_up({"httpx_tenacity": documented, "httpx_tenacity_configured": configured})

program(
    lambda query: call("GET", "/pets", params=query),
    lambda pet: call("POST", "/pets", json=pet),
    lambda pet_id: call("GET", f"/pets/{pet_id}"),
    lambda error: getattr(getattr(error, "response", None), "status_code", None),
)
