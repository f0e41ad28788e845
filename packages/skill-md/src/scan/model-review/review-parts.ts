import type { PackageFile } from '../../package/package-file.ts'
import { packageLimits } from '../../package/package-rules.ts'

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
}

/**
 * Splits the texts of a package into parts of a size that a model reads at once: SKILL.md first, then code, then
 * documents. Files that are no text are named without content. Pure.
 */
export function splitForReview(files: readonly PackageFile[]): ReviewParts {
  const slices = files.toSorted(compareForReview).flatMap(slicesOf)
  const parts: ReviewedText[][] = []
  const unread = new Set<string>()
  let room = 0
  for (const slice of slices) {
    const size = slice.text.length + slice.path.length
    if (size > room && parts.length < modelReviewLimits.parts) {
      parts.push([])
      room = modelReviewLimits.partCharacters + modelReviewLimits.overlap
    }
    if (size > room) unread.add(slice.path)
    else parts.at(-1)?.push(slice)
    room -= Math.min(size, room)
  }
  return { parts, unread: [...unread] }
}

/** The text of a file; null for one that is none. */
export function reviewedText({ bytes }: PackageFile): string | null {
  if (bytes.subarray(0, 8_000).includes(0)) return null
  return new TextDecoder().decode(bytes)
}

function slicesOf(file: PackageFile): readonly ReviewedText[] {
  const { path, bytes } = file
  const text = reviewedText(file)
  if (text === null) return [{ path, text: `(${bytes.length} bytes that are no text)` }]
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
