import type { PackageFile } from '../../package/package-file.ts'
import { packageLimits } from '../../package/package-rules.ts'
import { fileText } from '../file-text.ts'

export const modelReviewLimits = {
  /** Characters of one question to the model. */
  partCharacters: 40_000,
  /** Questions about one package. */
  parts: 8,
  /** Characters that are in two parts where a file is cut. */
  overlap: 400,
} as const

export interface ReviewedText {
  readonly path: string
  readonly text: string
}

/** The texts of a package as a model gets them. */
export interface ReviewParts {
  readonly parts: readonly (readonly ReviewedText[])[]
  /** Paths of which a part or everything is left out, in order. */
  readonly unread: readonly string[]
  /** Of each text that is in a part, all that may be there: where a passage of it stands. */
  readonly texts: readonly ReviewedText[]
}

/**
 * Splits the texts of a package into parts of a size that a model reads at once: SKILL.md first, then code, then
 * documents. Files that are no text are named without content. Pure.
 */
export function splitForReview(files: readonly PackageFile[]): ReviewParts {
  const whole = files.toSorted(compareForReview).map(wholeText)
  const parts: ReviewedText[][] = []
  const unread = new Set<string>()
  let room = 0
  for (const slice of whole.flatMap(slicesOf)) {
    const size = slice.text.length + slice.path.length
    if (size > room && parts.length < modelReviewLimits.parts) {
      parts.push([])
      room = modelReviewLimits.partCharacters + modelReviewLimits.overlap
    }
    if (size > room) unread.add(slice.path)
    else parts.at(-1)?.push(slice)
    room -= Math.min(size, room)
  }
  const read = new Set(parts.flat().map(({ path }) => path))
  const most = modelReviewLimits.partCharacters * modelReviewLimits.parts
  const texts = whole
    .filter(({ path }) => read.has(path))
    .map(({ path, text }) => ({ path, text: text.slice(0, most) }))
  return { parts, unread: [...unread], texts }
}

function wholeText(file: PackageFile): ReviewedText {
  const { path, bytes } = file
  return { path, text: fileText(file) ?? `(${bytes.length} bytes that are no text)` }
}

function slicesOf({ path, text }: ReviewedText): readonly ReviewedText[] {
  const { partCharacters, overlap } = modelReviewLimits
  const step = partCharacters - packageLimits.pathLength
  const starts = Array.from({ length: Math.max(1, Math.ceil(text.length / step)) }, (_, at) => at)
  return starts.map((at) => ({
    path,
    text: text.slice(Math.max(0, at * step - overlap), (at + 1) * step),
  }))
}

function compareForReview(one: PackageFile, other: PackageFile): number {
  return rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1)
}

function rankOf({ path, executable }: PackageFile): number {
  if (path.toLowerCase() === 'skill.md') return 0
  return executable || !/\.(?:md|markdown|txt|rst|html?|csv|json|xml|svg)$/i.test(path) ? 1 : 2
}
