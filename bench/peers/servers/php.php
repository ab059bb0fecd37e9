<?php
// PHP without a framework: loose comparison, (int) on the query, and pets in a file, since each request starts anew.
$file = sys_get_temp_dir() . '/pets-' . getmypid() . '-' . $_SERVER['SERVER_PORT'] . '.json';
$statuses = ['available', 'pending', 'sold'];
$store = is_file($file) ? json_decode(file_get_contents($file), true) : null;
if (!$store) {
    $store = ['pets' => [], 'windows' => []];
    for ($n = 1; $n <= 30; $n++) $store['pets'][] = ['id' => $n, 'name' => "Pet $n", 'categoryId' => 1 + $n % 4, 'status' => $statuses[$n % 3]];
}
register_shutdown_function(function () use (&$store, $file) { file_put_contents($file, json_encode($store)); });

function answer($status, $body, $headers = []) {
    http_response_code($status);
    header('Content-Type: application/json');
    foreach ($headers as $name => $value) header("$name: $value");
    echo json_encode($body);
    exit;
}
function error($status, $code, $message) { answer($status, ['code' => $code, 'message' => $message, 'status' => $status]); }

$key = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
$window = $store['windows'][$key] ?? ['reset' => 0, 'used' => 0];
if ($window['reset'] <= time()) $window = ['reset' => time() + 60, 'used' => 0];
$window['used']++;
$store['windows'][$key] = $window;
header('X-RateLimit-Limit: 300');
header('X-RateLimit-Remaining: ' . max(0, 300 - $window['used']));
header('X-RateLimit-Reset: ' . $window['reset']);
if ($window['used'] > 300) { header('Retry-After: ' . ($window['reset'] - time())); error(429, 'rate_limited', 'Too many requests'); }
if ($key !== 'Bearer ' . getenv('API_KEY')) error(401, 'unauthorized', 'Missing or invalid API key');

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$method = $_SERVER['REQUEST_METHOD'];
if ($path === '/v1/pets' && $method === 'GET') {
    $limit = isset($_GET['limit']) ? (int) $_GET['limit'] : 20;
    if ($limit < 1 || $limit > 100) error(400, 'bad_limit', 'limit must be between 1 and 100');
    $status = $_GET['status'] ?? null;
    if ($status && !in_array($status, $statuses)) error(400, 'bad_status', 'unknown status');
    answer(200, array_slice(array_filter($store['pets'], fn ($pet) => !$status || $pet['status'] == $status), 0, $limit));
}
if ($path === '/v1/pets' && $method === 'POST') {
    $body = json_decode(file_get_contents('php://input'), true);
    if (empty($body['name']) || empty($body['categoryId'])) error(400, 'invalid', 'name and categoryId are required');
    if (isset($body['status']) && !in_array($body['status'], $statuses)) error(400, 'invalid', 'unknown status');
    $pet = ['id' => count($store['pets']) + 1, 'name' => $body['name'], 'categoryId' => (int) $body['categoryId'], 'status' => $body['status'] ?? 'available'];
    $store['pets'][] = $pet;
    answer(201, $pet);
}
if (preg_match('#^/v1/pets/([^/]+)$#', $path, $found) && $method === 'GET') {
    foreach ($store['pets'] as $pet) if ($pet['id'] == $found[1]) answer(200, $pet, ['Deprecation' => '@1735689600', 'Sunset' => 'Thu, 05 Dec 2030 00:00:00 GMT']);
    error(404, 'not_found', 'No such pet');
}
if ($path === '/v1/store/orders') answer(200, []);
error(404, 'not_found', 'No such resource');
