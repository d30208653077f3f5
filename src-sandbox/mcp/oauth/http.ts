import { readRequestBody } from '@modelcontextprotocol/server'

const BODY_BYTES_MAX = 64 * 1024

/** A refusal in the words of OAuth: an error code of RFC 6749, 7591 or 8707 and a sentence. */
export class OAuthRefusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.name = 'OAuthRefusal'
    this.code = code
    this.status = status
  }
}

export const oauthAnswer = (value: object, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' },
  })

const bodyText = async (request: Request, contentType: string): Promise<string> => {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== contentType) throw new OAuthRefusal('invalid_request', `the body must be ${contentType}`)
  const body = await readRequestBody(request, BODY_BYTES_MAX)
  if (body.tooLarge) throw new OAuthRefusal('invalid_request', 'the body is too large', 413)
  return body.text
}

export const formOf = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await bodyText(request, 'application/x-www-form-urlencoded'))

export const jsonOf = async (request: Request): Promise<unknown> => {
  const text = await bodyText(request, 'application/json')
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthRefusal('invalid_client_metadata', 'the body is not JSON')
  }
}
