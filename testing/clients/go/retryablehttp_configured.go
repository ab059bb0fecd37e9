package main

import (
	"context"
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
	client.RetryMax = 5
	client.Backoff = func(min, max time.Duration, attempt int, response *http.Response) time.Duration {
		if response != nil {
			asked := response.Header.Get("Retry-After")
			if date, err := http.ParseTime(asked); err == nil {
				return time.Until(date)
			}
			// DefaultBackoff takes a negative number for a wait that is over.
			if seconds, err := strconv.Atoi(asked); err != nil || seconds < 0 {
				response.Header.Del("Retry-After")
			}
		}
		return retryablehttp.DefaultBackoff(min, max, attempt, response)
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
