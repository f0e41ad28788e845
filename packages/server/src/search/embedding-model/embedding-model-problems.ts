import { isProblemError, ProblemError, type ProblemKind } from '@repertoire/core/base'

const kinds = {
  'embedding-model.refused': 'unavailable',
  'embedding-model.text-refused': 'unavailable',
  'embedding-model.bad-answer': 'unavailable',
  'embedding-model.timeout': 'unavailable',
  'embedding-model.failed': 'unavailable',
} as const satisfies Record<string, ProblemKind>

/** Holds neither the key nor texts nor what the server answered, which may repeat them. */
export function embeddingModelProblem(
  code: keyof typeof kinds,
  { message, hint }: { readonly message: string; readonly hint: string },
): ProblemError {
  return new ProblemError({ code, kind: kinds[code], message, hint })
}

const address = 'Check REPERTOIRE_EMBEDDINGS_URL: most addresses end in /v1.'

/** These may be about one of the texts: core then sends each by itself. */
const textStatuses: ReadonlySet<number> = new Set([400, 413, 422])

export function problemOfStatus(status: number): ProblemError {
  const message = `The embedding model answered ${status}.`
  const code = textStatuses.has(status) ? 'embedding-model.text-refused' : 'embedding-model.refused'
  return embeddingModelProblem(code, { message, hint: hintOf(status) })
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return 'Check REPERTOIRE_EMBEDDINGS_KEY.'
  if (status === 404) return `${address} It may also not have REPERTOIRE_EMBEDDINGS_MODEL.`
  if (status === 413) return 'Set a smaller REPERTOIRE_EMBEDDINGS_BATCH.'
  if (status === 429) return 'It takes no more requests for now; they are tried again later.'
  return 'Look at the log of the embedding model.'
}

export function badAnswer(what: string): ProblemError {
  const message = `The embedding model answered with ${what}.`
  return embeddingModelProblem('embedding-model.bad-answer', { message, hint: address })
}

/** The error as a problem. Those of outgoing requests stay as they are. */
export function toEmbeddingModelProblem(error: unknown): unknown {
  if (isProblemError(error)) return error
  if (!(error instanceof Error)) return error
  if (error.name === 'AbortError') return error
  const isLate = error.name === 'TimeoutError'
  const message = isLate
    ? 'The embedding model did not answer in time.'
    : 'The exchange with the embedding model failed.'
  const code = isLate ? 'embedding-model.timeout' : 'embedding-model.failed'
  return embeddingModelProblem(code, { message, hint: 'Look at the log of the embedding model.' })
}
