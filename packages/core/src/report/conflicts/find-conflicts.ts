import type { SkillInstructions } from './skill-instructions.ts'

export const conflictKinds = [
  'secrets-and-sending',
  'opposite-instructions',
  'same-output',
  'different-versions',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** Why two skills do not go together. */
export interface SkillConflict {
  readonly kind: ConflictKind
  /** What of each skill says so, in the order in which they were given. Untrusted text, short. */
  readonly evidence: readonly [string, string]
}

/** So many of two skills are named. */
const maxConflicts = 5

/** What two skills say that cannot both hold, or is dangerous together. By rules alone, the most harmful first. Pure. */
export function findConflicts(
  one: SkillInstructions,
  other: SkillInstructions,
): readonly SkillConflict[] {
  return [
    ...combined(one, other),
    ...opposites(one, other),
    ...sameOutputs(one, other),
    ...differentVersions(one, other),
  ].slice(0, maxConflicts)
}

function sharedBy(
  kind: ConflictKind,
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly SkillConflict[] {
  return [...one].flatMap(([key, first]) => {
    const second = other.get(key)
    return second === undefined ? [] : [{ kind, evidence: [first, second] as const }]
  })
}

function opposites(one: SkillInstructions, other: SkillInstructions): readonly SkillConflict[] {
  // A text that says both knows when which of them holds.
  const own = ({ required, forbidden }: SkillInstructions) =>
    new Set([...required.keys()].filter((key) => forbidden.has(key)))
  const said = new Set([...own(one), ...own(other)])
  const clear = (map: ReadonlyMap<string, string>) =>
    new Map([...map].filter(([key]) => !said.has(key)))
  return [
    ...sharedBy('opposite-instructions', clear(one.required), clear(other.forbidden)),
    ...sharedBy('opposite-instructions', clear(one.forbidden), clear(other.required)),
  ]
}

function sameOutputs(one: SkillInstructions, other: SkillInstructions): readonly SkillConflict[] {
  return sharedBy('same-output', one.outputs, other.outputs)
}

function differentVersions(
  one: SkillInstructions,
  other: SkillInstructions,
): readonly SkillConflict[] {
  return [...one.versions].flatMap(([name, version]) => {
    const wanted = other.versions.get(name)
    if (wanted === undefined || wanted === version) return []
    const evidence = [`${name} ${version}`, `${name} ${wanted}`] as const
    return [{ kind: 'different-versions' as const, evidence }]
  })
}

/** One that has both on its own is for its own scan and approval: the two together add nothing. */
function combined(one: SkillInstructions, other: SkillInstructions): readonly SkillConflict[] {
  const kind = 'secrets-and-sending' as const
  const hasBoth = [one, other].some((it) => it.secrets.length > 0 && it.targets.length > 0)
  if (hasBoth) return []
  const pick = (list: readonly string[]) => list.slice(0, 3).join(', ')
  if (one.secrets.length > 0 && other.targets.length > 0)
    return [{ kind, evidence: [pick(one.secrets), pick(other.targets)] }]
  if (other.secrets.length > 0 && one.targets.length > 0)
    return [{ kind, evidence: [pick(one.targets), pick(other.secrets)] }]
  return []
}
