export interface Toast {
  readonly message: string
  readonly description?: string | undefined
  /** Milliseconds it stays; five seconds without. */
  readonly duration?: number
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly kind: 'success' | 'error'
}

type Deliver = (toast: Toast) => void

const waiting: Toast[] = []
const listeners = new Set<() => void>()
let deliver: Deliver | undefined

/** Says that something was done. */
export function showToast(message: string, options: Omit<Toast, 'message' | 'kind'> = {}): void {
  show({ ...options, message, kind: 'success' })
}

/** Says what went wrong; stays until somebody has closed it. */
export function showErrorMessage(message: string, description?: string): void {
  show({ message, description, duration: Number.POSITIVE_INFINITY, kind: 'error' })
}

function show(toast: Toast): void {
  waiting.push(toast)
  if (deliver) handOn(deliver)
  else for (const notify of listeners) notify()
}

function handOn(to: Deliver): void {
  for (const toast of waiting.splice(0)) to(toast)
}

/** Hands on what waits and what comes, from now until the returned function is called. */
export function deliverToasts(to: Deliver): () => void {
  deliver = to
  handOn(to)
  return () => {
    deliver = undefined
  }
}

/** Calls back when a toast waits for somebody to show it. */
export function onToastWaiting(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function hasWaitingToasts(): boolean {
  return waiting.length > 0
}
