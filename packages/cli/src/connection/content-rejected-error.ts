/** The server rejected a request because of its content, not because of the caller or its state. */
export class ContentRejectedError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'ContentRefused'
    this.code = code
  }
}
