/** How much of a skill's texts its line has: an index into {@link lineLevels}. */
export type LineLevel = 0 | 1 | 2 | 3 | 4

/** Maximum characters of each text by level; 0 for the slug alone. */
export const lineLevels = [0, 60, 120, 250, Number.MAX_SAFE_INTEGER] as const
export const nameOnly = 0
const textLevels = [1, 2, 3, 4] as const

/** The lines that a skill may have. */
export interface LineForms {
  /** Characters of the line with its line break; more at a higher level, or as many. */
  size(level: LineLevel): number
}

/**
 * Decides which skills get a line within `room` characters, and how much of their texts. Names come before texts, and
 * a short text for many before a long one for few; within each the given order of preference decides. Where names alone
 * would take more than three quarters of the room, the first half of it goes to the preferred skills with their texts,
 * the rest to names. What still fits at the end is added, so nothing is left out that fits. Pure.
 */
export function allocateBudget<Forms extends LineForms>(
  preferred: readonly Forms[],
  room: number,
): ReadonlyMap<Forms, LineLevel> {
  const sharing: Sharing<Forms> = { levels: new Map(), used: 0 }
  const names = preferred.reduce((sum, forms) => sum + forms.size(nameOnly), 0)
  if (names > room * 0.75) growLines(sharing, preferred, { room: room / 2, levels: [1] })
  for (const forms of preferred) {
    if (!sharing.levels.has(forms)) promote(sharing, forms, { level: nameOnly, room })
  }
  const listed = preferred.filter((forms) => sharing.levels.has(forms))
  growLines(sharing, listed, { room, levels: textLevels })
  return sharing.levels
}

interface Sharing<Forms> {
  readonly levels: Map<Forms, LineLevel>
  used: number
}

function growLines<Forms extends LineForms>(
  sharing: Sharing<Forms>,
  preferred: readonly Forms[],
  { room, levels }: { readonly room: number; readonly levels: readonly LineLevel[] },
): void {
  let growing = preferred
  for (const level of levels) {
    // What does not fit at one level fits at none above it.
    growing = growing.filter((forms) => promote(sharing, forms, { level, room }))
  }
}

/** Whether it fits. A skill that does not is skipped: a later one may be shorter. */
function promote<Forms extends LineForms>(
  sharing: Sharing<Forms>,
  forms: Forms,
  { level, room }: { readonly level: LineLevel; readonly room: number },
): boolean {
  const before = sharing.levels.get(forms)
  const gain = forms.size(level) - (before === undefined ? 0 : forms.size(before))
  if (sharing.used + gain > room) return false
  sharing.levels.set(forms, level)
  sharing.used += gain
  return true
}
