/** The server refused a request for what it carries, not for who asks or how it is doing. */
export class ContentRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'ContentRefused'
    this.code = code
  }
}
