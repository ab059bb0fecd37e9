package main

import (
	"strconv"

	"github.com/hashicorp/go-retryablehttp"
)

// What encoding/json makes of a number where no type is given.
type identifier = interface{}

func text(id identifier) string { return strconv.FormatInt(int64(id.(float64)), 10) }

func newClient() *retryablehttp.Client { return retryablehttp.NewClient() }
