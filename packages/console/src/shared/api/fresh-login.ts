/** Whether the person signed in again: asked once for all requests that wait for it. */
type Answer = (signedIn: boolean) => void

let waiting: Answer[] = []
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Resolves when the dialog is answered. */
function askForLogin(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    changed()
  })
}

export function isLoginAsked(): boolean {
  return waiting.length > 0
}

export function onLoginAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Repeats the requests that wait, or lets them fail as they did. */
export function answerLogin(signedIn: boolean): void {
  const answers = waiting
  waiting = []
  changed()
  for (const answer of answers) answer(signedIn)
}

/** Sends a request; when it needs a fresh login, asks the person for one and sends it again. */
export async function fetchWithFreshLogin(
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  if (request.method === 'GET' || isUpload(request)) return send(request)
  const again = request.clone()
  const response = await send(request)
  if (!(await needsFreshLogin(response)) || !(await askForLogin())) return response
  return fetchWithFreshLogin(again, send)
}

/** None of them needs a fresh login, and a copy of its bytes would cost memory. */
function isUpload({ headers }: Request): boolean {
  const type = headers.get('content-type')
  return type !== null && !type.includes('json')
}

async function needsFreshLogin(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isProblem(problem) && problem.code === 'login.not-fresh'
}

function isProblem(value: unknown): value is { readonly code: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value
}
