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
