import type { ServiceErrorBody } from '../src-shared/service/errors.ts'

/** An error answer of the service: an HTTP status and a sentence. */
export class ServiceError extends Error {
  readonly status: number
  readonly extra: ServiceErrorBody

  constructor(status: number, message: string, extra: ServiceErrorBody = {}) {
    super(message)
    this.name = 'ServiceError'
    this.status = status
    this.extra = extra
  }

  get body(): ServiceErrorBody {
    return { success: false, error: this.message, statusCode: this.status, ...this.extra }
  }
}
