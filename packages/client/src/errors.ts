import type { ProblemBody } from '@repertoire/protocol'

/** Any failed call. `code` is stable for scripts. `network.*` codes come from the client. */
export class RepertoireError extends Error {
  readonly problem: ProblemBody

  constructor(problem: ProblemBody, options?: ErrorOptions) {
    super(problem.message, options)
    this.name = 'RepertoireError'
    this.problem = problem
  }

  get code(): string {
    return this.problem.code
  }

  /** HTTP status; 0 without a response. */
  get status(): number {
    return this.problem.status
  }

  get hint(): string | undefined {
    return this.problem.hint
  }

  get details(): Record<string, unknown> | undefined {
    return this.problem.details
  }

  get traceId(): string | undefined {
    return this.problem.trace_id
  }
}

export function networkError(cause: unknown): RepertoireError {
  const code = 'network.unreachable'
  const message = 'The server did not answer.'
  const hint = 'Check that Repertoire is running and that the address is right.'
  return new RepertoireError(
    { type: 'about:blank', title: 'No answer', status: 0, code, message, hint },
    { cause },
  )
}

export function badAddress(): RepertoireError {
  return new RepertoireError({
    ...{ type: 'about:blank', title: 'No address', status: 0, code: 'network.bad-address' },
    message: 'The address of the server is none: baseUrl has to begin with http:// or https://.',
    hint: 'For example http://127.0.0.1:4000.',
  })
}

/** The problem in a response, or one that describes the unexpected response. */
export async function errorFrom(response: Response): Promise<RepertoireError> {
  const text = await response.text().catch(() => '')
  return parseProblem(text) ?? invalidResponse(response)
}

function parseProblem(text: string): RepertoireError | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isProblem =
      typeof value === 'object' && value !== null && 'code' in value && 'message' in value
    return isProblem ? new RepertoireError(value as ProblemBody) : undefined
  } catch {
    return undefined
  }
}

/** The error for an answer that Repertoire never gives, such as the page of a proxy. */
export function invalidResponse({ status }: Response): RepertoireError {
  return new RepertoireError({
    type: 'about:blank',
    title: 'Unreadable answer',
    status,
    code: 'network.unreadable-answer',
    message: `The answer (status ${status}) is not one Repertoire gives.`,
    hint:
      status >= 500
        ? 'Try again shortly. If it stays so, look at the logs of the server and of the proxy before it.'
        : 'Check the address: another program or a proxy may be answering there.',
  })
}
