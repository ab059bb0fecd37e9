// What every Go client here is asked to do: list, filter, create, read what was created and read a listed pet, several
// times over. A client's own file has its set-up and nothing else.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/hashicorp/go-retryablehttp"
)

type pet struct {
	ID         identifier `json:"id"`
	Name       string     `json:"name"`
	CategoryID int64      `json:"categoryId"`
	Status     *string    `json:"status,omitempty"`
}

// isCreate is the key under which a create's context says so.
type isCreate struct{}

var client = newClient()

func call(method, path string, body []byte, answer interface{}) error {
	var sent interface{}
	if body != nil {
		sent = body
	}
	request, err := retryablehttp.NewRequest(method, os.Args[1]+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
		request = request.WithContext(context.WithValue(context.Background(), isCreate{}, true))
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusUnauthorized {
		os.Exit(0)
	}
	if response.StatusCode >= 300 {
		_, _ = io.Copy(io.Discard, response.Body)
		return fmt.Errorf("status %d", response.StatusCode)
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		fmt.Fprintln(os.Stderr, "cannot read the answer:", err)
		os.Exit(1)
	}
	return nil
}

func report(what string, err error) bool {
	if err != nil {
		fmt.Fprintln(os.Stderr, what, err)
	}
	return err == nil
}

func main() {
	client.Logger = nil
	rounds, err := strconv.Atoi(os.Getenv("ROUNDS"))
	if err != nil {
		rounds = 3
	}
	for round := 1; round <= rounds; round++ {
		var pets, filtered []pet
		var created, read pet
		report("list", call("GET", fmt.Sprintf("/pets?limit=%d", 101-round), nil, &pets))
		report("filter", call("GET", fmt.Sprintf("/pets?limit=%d&status=available", 10+round), nil, &filtered))
		body := fmt.Sprintf(`{"name":"Rex %d","categoryId":7,"status":"available"}`, round)
		if report("create", call("POST", "/pets", []byte(body), &created)) {
			report("read", call("GET", "/pets/"+text(created.ID), nil, &read))
		}
		if len(pets) > 0 {
			id := pets[round%len(pets)].ID
			report("read", call("GET", "/pets/"+text(id), nil, &read))
		}
	}
}
