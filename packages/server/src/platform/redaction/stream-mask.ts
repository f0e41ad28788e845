import { createFormFilter, type FormFilter } from './form-filter.ts'
import type { SecretForms } from './secret-forms.ts'
import { matchWrapped } from './wrapped-match.ts'

const mask = '***'

export interface StreamMask {
  /** Returns what is safe to show. The rest is held back until more arrives. */
  push(bytes: Uint8Array): Uint8Array
  /** Returns the rest. With `truncated`, the possible beginning of a secret is masked. */
  end(options?: EndOptions): Uint8Array
}

export interface EndOptions {
  /** The output was cut off, possibly in the middle of a secret. */
  readonly truncated?: boolean
}

/** Masks secrets in a stream, wherever it is split into chunks. */
export function createStreamMask(forms: SecretForms): StreamMask {
  const search = searchFor(forms)
  let held = ''
  /** Number of characters at the beginning of `held` that a mask has replaced already. */
  let maskedLength = 0
  /** Redacts the first `length` characters of `text` and holds the rest back. */
  const redactUpTo = (length: number, text: string, wrapped: readonly Span[]): string => {
    let shown = ''
    let at = maskedLength
    for (const { from, to } of spansOf(text, search, wrapped)) {
      if (from >= length) break
      // A secret that overlaps a mask is covered by it.
      if (from >= at) shown += text.slice(at, from) + mask
      at = Math.max(at, to)
    }
    if (at < length) shown += text.slice(at, length)
    held = text.slice(length)
    maskedLength = Math.max(0, at - length)
    return shown
  }
  return {
    push: (bytes) => {
      const text = held + Buffer.from(bytes).toString('latin1')
      const { spans, safe } = wrappedIn(text, forms)
      const length = Math.min(safe, safeLength(text, search))
      return Buffer.from(redactUpTo(length, text, spans), 'latin1')
    },
    end: ({ truncated = false } = {}) => {
      const { spans, safe } = wrappedIn(held, forms)
      const length = truncated ? Math.min(safe, safeLength(held, search)) : held.length
      const shown = redactUpTo(length, held, spans)
      return Buffer.from(held.length > maskedLength ? shown + mask : shown, 'latin1')
    },
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Secrets in lines, and the length up to which none of them has begun and is unfinished. */
function wrappedIn(text: string, { wrapped }: SecretForms): { spans: Span[]; safe: number } {
  const spans: Span[] = []
  let safe = text.length
  for (const lines of wrapped) {
    const [first = ''] = lines
    for (let at = text.indexOf(first); at !== -1 && at < safe; ) {
      const match = matchWrapped(text, at, lines)
      if (match.kind === 'unfinished') safe = Math.min(safe, at)
      if (match.kind === 'whole') spans.push({ from: at, to: match.end })
      at = text.indexOf(first, match.kind === 'whole' ? match.end : at + 1)
    }
  }
  return { spans, safe }
}

/** What is prepared once for the forms of an execution. */
interface Search {
  readonly filter: FormFilter
  readonly maxLength: number
  /** Forms, and first lines, by their first two characters and by the first one, the longest first. */
  readonly byBeginning: ReadonlyMap<string, readonly string[]>
  /** 1 for the first two bytes of a form: tells most positions apart without a text of their own. */
  readonly pairs: Uint8Array
  readonly periods: Map<string, number>
}

const searches = new WeakMap<SecretForms, Search>()

function searchFor(forms: SecretForms): Search {
  const known = searches.get(forms)
  if (known) return known
  const beginnings = [...forms.literals, ...forms.wrapped.map(([line = '']) => line)]
  const byBeginning = new Map<string, string[]>()
  const pairs = new Uint8Array(1 << 16)
  for (const one of beginnings.sort((a, b) => b.length - a.length)) {
    pairs[pairAt(one, 0)] = 1
    for (const beginning of [one.slice(0, 2), one.charAt(0)]) {
      const same = byBeginning.get(beginning)
      if (same) same.push(one)
      else byBeginning.set(beginning, [one])
    }
  }
  const made = {
    filter: createFormFilter(forms.literals),
    maxLength: beginnings[0]?.length ?? 1,
    byBeginning,
    pairs,
    periods: new Map(),
  }
  searches.set(forms, made)
  return made
}

/** Length up to which no secret can have begun and still be incomplete. */
function safeLength(text: string, { maxLength, byBeginning, pairs }: Search): number {
  for (let at = Math.max(0, text.length - maxLength + 1); at < text.length; at += 1) {
    if (at < text.length - 1 && pairs[pairAt(text, at)] === 0) continue
    const forms = byBeginning.get(text.slice(at, at + 2))
    if (forms && isBeginning(text.slice(at), forms)) return at
  }
  return text.length
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)
}

/** `forms` has the longest first. */
function isBeginning(rest: string, forms: readonly string[]): boolean {
  for (const form of forms) {
    if (form.length <= rest.length) return false
    if (form.startsWith(rest)) return true
  }
  return false
}

/** The smallest shift under which the form matches itself; its length when there is none. */
function periodOf(form: string): number {
  // For each prefix, the length of its longest proper prefix that is also its suffix (KMP).
  const borders = [0, 0]
  let border = 0
  for (let at = 1; at < form.length; at += 1) {
    while (border > 0 && form[at] !== form[border]) border = borders[border] ?? 0
    if (form[at] === form[border]) border += 1
    borders.push(border)
  }
  return form.length - border
}

/** Positions of secrets in order, overlapping ones merged. */
function spansOf(text: string, { filter, periods }: Search, wrapped: readonly Span[]): Span[] {
  const found = [...wrapped]
  for (const form of filter(text)) {
    const { length } = form
    const period = periods.get(form) ?? periodOf(form)
    periods.set(form, period)
    const again = form.slice(length - period)
    for (let at = text.indexOf(form); at !== -1; ) {
      let to = at + length
      // Overlapping repetitions are skipped at once, because searching each is slow for long ones.
      while (period < length && text.startsWith(again, to)) to += period
      found.push({ from: at, to })
      at = text.indexOf(form, to - length + 1)
    }
  }
  found.sort((one, other) => one.from - other.from)
  const spans: { from: number; to: number }[] = []
  for (const span of found) {
    const last = spans.at(-1)
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
    else spans.push({ ...span })
  }
  return spans
}

/** Redacts all bytes at once. */
export function redactBytes(
  bytes: Uint8Array,
  forms: SecretForms,
  options: EndOptions = {},
): Uint8Array {
  if (forms.literals.length === 0) return bytes
  const redactor = createStreamMask(forms)
  return Buffer.concat([redactor.push(bytes), redactor.end(options)])
}

/** Whether the bytes contain a secret in any form. */
export function containsSecret(bytes: Uint8Array, forms: SecretForms): boolean {
  if (forms.literals.length === 0) return false
  const text = Buffer.from(bytes).toString('latin1')
  return spansOf(text, searchFor(forms), wrappedIn(text, forms).spans).length > 0
}
