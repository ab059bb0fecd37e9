package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type identifier = int64

func text(id identifier) string { return strconv.FormatInt(id, 10) }

func newClient() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	// #region configuration
	client.RetryMax = 4
	client.Backoff = func(min, max time.Duration, attempt int, response *http.Response) time.Duration {
		if response != nil {
			asked := response.Header.Get("Retry-After")
			if date, err := http.ParseTime(asked); err == nil && time.Until(date) > min {
				return time.Until(date)
			}
			// DefaultBackoff would send again at once after 0 or less.
			if seconds, err := strconv.Atoi(asked); err != nil || seconds < 1 {
				response.Header.Del("Retry-After")
			}
		}
		return retryablehttp.DefaultBackoff(min, max, attempt, response)
	}
	// A 429 is meant for the key: after the last try, too, the next request waits.
	client.ErrorHandler = func(response *http.Response, err error, tries int) (*http.Response, error) {
		if response != nil && response.StatusCode == http.StatusTooManyRequests {
			time.Sleep(client.Backoff(client.RetryWaitMin, client.RetryWaitMax, tries, response))
		}
		return response, fmt.Errorf("given up after %d tries: %v", tries, err)
	}
	// A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out. It has isCreate
	// in its context.
	client.CheckRetry = func(ctx context.Context, response *http.Response, err error) (bool, error) {
		if ctx.Value(isCreate{}) != nil && (response == nil || response.StatusCode != http.StatusTooManyRequests) {
			return false, err
		}
		return retryablehttp.DefaultRetryPolicy(ctx, response, err)
	}
	// #endregion
	return client
}
