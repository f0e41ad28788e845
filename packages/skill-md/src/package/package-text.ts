import { packageLimits } from './package-rules.ts'

/** The text of a package file, or why it is not read as text. */
export type PackageText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'too-large' | 'not-text' }

/**
 * The text of a resource file: UTF-8 of at most `packageLimits.textBytes`, without NUL. Other files are stored and
 * exported, but never read as text. Pure; never throws.
 */
export function readPackageText(bytes: Uint8Array): PackageText {
  if (bytes.length > packageLimits.textBytes) return { ok: false, why: 'too-large' }
  if (bytes.includes(0)) return { ok: false, why: 'not-text' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { ok: true, text }
  } catch {
    return { ok: false, why: 'not-text' }
  }
}
