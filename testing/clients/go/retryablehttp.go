package main

import (
	"strconv"

	"github.com/hashicorp/go-retryablehttp"
)

type identifier = int64

func text(id identifier) string { return strconv.FormatInt(id, 10) }

func newClient() *retryablehttp.Client { return retryablehttp.NewClient() }
