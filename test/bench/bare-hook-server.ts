// What plain node:http and JSON.parse alone do with the same deliveries: nothing is kept. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { event } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { event: string } // our own load
    const isRight = request.headers.authorization === `Bearer ${process.argv[2]}` && event === 'article.published'
    const body = JSON.stringify({ received: isRight })
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`)) // TCP
process.once('SIGTERM', () => process.exit(0))
