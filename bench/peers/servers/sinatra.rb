# Sinatra, with halt for errors, to_i on the query and no check of the types of a body.
require "json"
require "sinatra/base"

class Pets < Sinatra::Base
  STATUSES = %w[available pending sold].freeze
  set :pets, (1..30).map { |n| { id: n, name: "Pet #{n}", categoryId: 1 + n % 4, status: STATUSES[n % 3] } }
  set :windows, {}
  set :show_exceptions, false
  set :protection, false

  helpers do
    def problem(status, code, message)
      halt status, { code: code, message: message, status: status }.to_json
    end
  end

  before do
    content_type :json
    key = request.env["HTTP_AUTHORIZATION"].to_s
    window = settings.windows[key]
    window = settings.windows[key] = { reset: Time.now.to_i + 60, used: 0 } if window.nil? || window[:reset] <= Time.now.to_i
    window[:used] += 1
    headers "X-RateLimit-Limit" => "300", "X-RateLimit-Remaining" => [0, 300 - window[:used]].max.to_s, "X-RateLimit-Reset" => window[:reset].to_s
    if window[:used] > 300
      headers "Retry-After" => (window[:reset] - Time.now.to_i).to_s
      problem 429, "rate_limited", "Too many requests"
    end
    problem 401, "unauthorized", "Missing or invalid API key" unless key == "Bearer #{ENV.fetch("API_KEY")}"
  end

  get "/v1/pets" do
    limit = (params["limit"] || 20).to_i
    problem 400, "bad_limit", "limit must be between 1 and 100" unless (1..100).cover?(limit)
    problem 400, "bad_status", "unknown status" unless params["status"].nil? || STATUSES.include?(params["status"])
    settings.pets.select { |pet| params["status"].nil? || pet[:status] == params["status"] }.first(limit).to_json
  end

  post "/v1/pets" do
    body = JSON.parse(request.body.read) rescue problem(400, "invalid", "not JSON")
    problem 400, "invalid", "name and categoryId are required" unless body["name"] && body["categoryId"]
    pet = { id: settings.pets.size + 1, name: body["name"], categoryId: body["categoryId"], status: body["status"] || "available" }
    settings.pets << pet
    status 201
    pet.to_json
  end

  get "/v1/pets/:id" do
    headers "Deprecation" => "@1735689600", "Sunset" => "Thu, 05 Dec 2030 00:00:00 GMT"
    (settings.pets.find { |pet| pet[:id] == params["id"].to_i } || problem(404, "not_found", "No such pet")).to_json
  end

  get("/v1/store/orders") { [].to_json }
end

require "webrick"
require "rack/handler/webrick"
server = nil
Rack::Handler::WEBrick.run(Pets, Host: "127.0.0.1", Port: ENV.fetch("PORT", "0").to_i, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)) do |started|
  server = started
  puts "http://127.0.0.1:#{started[:Port]}/v1"
  $stdout.flush
end
