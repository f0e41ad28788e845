import type { ScanFindingBody } from '@repertoire/protocol'

/** What the scan or a policy objects to, and the content that a yes is bound to. */
export interface FoundInContent {
  readonly message: string
  readonly digest: string
  readonly verdict: string
  readonly needed_role: 'owner' | 'administrator' | 'writer'
  readonly findings: readonly ScanFindingBody[]
}

interface Question {
  readonly found: FoundInContent
  readonly answer: (isTaken: boolean) => void
}

const code = 'skill.findings-unacknowledged'
let questions: readonly Question[] = []
const listeners = new Set<() => void>()

function change(next: readonly Question[]): void {
  questions = next
  for (const listener of listeners) listener()
}

/** Shows what was found; resolves when somebody has said whether it is taken all the same. */
export function askAboutFindings(found: FoundInContent): Promise<boolean> {
  return new Promise((answer) => change([...questions, { found, answer }]))
}

/** The question that is open; null when there is none. */
export function openQuestion(): FoundInContent | null {
  return questions[0]?.found ?? null
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function answerQuestion(isTaken: boolean): void {
  const [first, ...rest] = questions
  change(rest)
  first?.answer(isTaken)
}

/** The findings in a refusal; null where it is another. */
export function foundIn(problem: {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}): FoundInContent | null {
  const { details } = problem
  if (problem.code !== code || typeof details !== 'object' || details === null) return null
  return { ...(details as Omit<FoundInContent, 'message'>), message: problem.message }
}

/**
 * Sends a change; where it is refused for its findings, shows them, and sends it again with the person's yes to exactly
 * that content.
 */
export async function fetchAcceptingFindings(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isJson = request.headers.get('content-type')?.includes('json') ?? false
  if (request.method === 'GET' || !isJson) return send(request)
  const again = request.clone()
  const response = await send(request)
  const found = response.status === 409 ? await foundInResponse(response) : null
  if (!found || !(await askAboutFindings(found))) return response
  const given = (await again.json()) as object
  const body = JSON.stringify({ ...given, acknowledged_findings: found.digest })
  const { url, method, headers, credentials, signal } = again
  return send(new Request(url, { method, headers, credentials, signal, body }))
}

async function foundInResponse(response: Response): Promise<FoundInContent | null> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const isProblem = typeof problem === 'object' && problem !== null && 'code' in problem
  return isProblem ? foundIn(problem as Parameters<typeof foundIn>[0]) : null
}
