-- What wrk sends, and how it prints what it measured. Arguments: secret, pause in ms (0: none).
local count = 0
local thread_no = 0
local pause = 0

function setup(thread)
  thread_no = thread_no + 1
  thread:set("no", thread_no)
end

function init(args)
  run = tostring(os.time()) .. "-" .. tostring(no)
  pause = tonumber(args[2])
  math.randomseed(os.time())
  wrk.method = "POST"
  wrk.headers["Authorization"] = "Bearer " .. args[1]
  wrk.headers["Content-Type"] = "application/json"
  text = string.rep("tea ", 100)
end

function request()
  count = count + 1
  local slug = run .. "-" .. count
  local body = '{"event":"article.published","article":{"title":"How to brew ' .. slug .. '","slug":"' .. slug
    .. '","url":"https://acme.test/blog/' .. slug .. '","text":"' .. text .. '"}}'
  return wrk.format(nil, nil, nil, body)
end

function delay()
  if pause == 0 then return 0 end
  return math.floor(pause * (0.5 + math.random()))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"answered":%d,"others":%d,"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"p999Ms":%f,"maxMs":%f}\n',
    summary.requests,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    summary.requests / summary.duration * 1000000,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    latency:percentile(99.9) / 1000,
    latency.max / 1000
  ))
end
