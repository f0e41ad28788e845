/** A refusal in the form of RFC 6749: for programs, which know these codes. */
export class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

export function oauthErrorResponse({ code, message, status }: OAuthError): Response {
  return Response.json(
    { error: code, error_description: message },
    { status, headers: { 'cache-control': 'no-store' } },
  )
}
