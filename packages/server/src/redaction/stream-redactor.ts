import { encodedForms } from './encoded-forms.ts'

const mask = '***'

/** Minimum characters of a secret. A shorter value occurs in innocent text too often. */
export const minSecretLength = 6

/**
 * Forms in which secrets may occur in a script's output, as bytes (one UTF-16 unit for each byte): plain,
 * URL-encoded, in JSON, in hex, and in base64 at any offset of a longer text.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = new Set<string>()
  for (const secret of secrets) {
    const bytes = Buffer.from(secret)
    for (const text of [secret, ...encodedForms(secret)]) {
      forms.add(Buffer.from(text).toString('latin1'))
    }
    forms.add(bytes.toString('hex')).add(bytes.toString('hex').toUpperCase())
    for (const before of [0, 1, 2]) {
      const invariant = base64Invariant(bytes, before)
      forms.add(invariant).add(invariant.replaceAll('+', '-').replaceAll('/', '_'))
    }
  }
  return [...forms].filter((form) => form.length >= minSecretLength)
}

/** The base64 characters that do not depend on what precedes (as many bytes) or follows. */
function base64Invariant(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor(((before + bytes.length) * 8) / 6)
  return text.slice(from, to)
}

export interface Redactor {
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
export function createRedactor(forms: readonly string[]): Redactor {
  const patterns = forms.map((form) => ({ form, period: periodOf(form) }))
  let held = ''
  /** Number of characters at the beginning of `held` that a mask has replaced already. */
  let maskedLength = 0
  /** Redacts the first `length` characters of `text` and holds the rest back. */
  const redactUpTo = (length: number, text: string): string => {
    let shown = ''
    let at = maskedLength
    for (const { from, to } of spansOf(text, patterns)) {
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
      return Buffer.from(redactUpTo(safeLength(text, forms), text), 'latin1')
    },
    end: ({ truncated = false } = {}) => {
      const length = truncated ? safeLength(held, forms) : held.length
      const shown = redactUpTo(length, held)
      return Buffer.from(held.length > maskedLength ? shown + mask : shown, 'latin1')
    },
  }
}

/** Length up to which no secret can have begun and still be incomplete. */
function safeLength(text: string, forms: readonly string[]): number {
  const maxLength = forms.reduce((max, form) => Math.max(max, form.length), 1)
  const beginnings = new Set(forms.map((form) => form.charAt(0)))
  for (let at = Math.max(0, text.length - maxLength + 1); at < text.length; at += 1) {
    if (!beginnings.has(text.charAt(at))) continue
    const rest = text.slice(at)
    if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at
  }
  return text.length
}

interface Pattern {
  readonly form: string
  /** The smallest shift under which the form matches itself; its length when there is none. */
  readonly period: number
}

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
function spansOf(text: string, patterns: readonly Pattern[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const { form, period } of patterns) {
    const { length } = form
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
  forms: readonly string[],
  options: EndOptions = {},
): Uint8Array {
  if (forms.length === 0) return bytes
  const redactor = createRedactor(forms)
  return Buffer.concat([redactor.push(bytes), redactor.end(options)])
}

/** Whether the bytes contain a secret in any form. */
export function containsSecret(bytes: Uint8Array, forms: readonly string[]): boolean {
  if (forms.length === 0) return false
  const text = Buffer.from(bytes).toString('latin1')
  return forms.some((form) => text.includes(form))
}
