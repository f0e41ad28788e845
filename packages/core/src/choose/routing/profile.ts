import { comesBefore, type RoutableSkill } from './routable-skill.ts'
import type { RoutingConditions, SkillRouting } from './skill-routing.ts'

/** Additions that are put in place one by one; more of them are sorted in together. */
const maxSingleInsertions = 32

/** A skill with its number in the index, which changes when many others have gone. */
export interface NumberedSkill {
  readonly skill: RoutableSkill
  number: number
}

/** What many skills have in common: everything their score follows from but the words of the message. */
export class Profile {
  /** Its place in {@link ProfileTable.all}. */
  readonly number: number
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  readonly signalSources: readonly string[]
  readonly conditions: RoutingConditions
  private sorted: NumberedSkill[] = []
  /** Not in place yet: that waits until somebody looks. */
  private added: NumberedSkill[] = []

  constructor(number: number, { stages, assetClasses, signalSources, conditions }: SkillRouting) {
    this.number = number
    this.stages = stages
    this.assetClasses = assetClasses
    this.signalSources = signalSources
    this.conditions = conditions
  }

  get size(): number {
    return this.sorted.length + this.added.length
  }

  add(numbered: NumberedSkill): void {
    this.added.push(numbered)
  }

  remove(skill: RoutableSkill): void {
    const waiting = this.added.findIndex((numbered) => numbered.skill === skill)
    if (waiting !== -1) this.added.splice(waiting, 1)
    else this.sorted.splice(this.insertionIndex(skill), 1)
  }

  /** By the number each had: the one it has now. */
  renumber(numbers: Int32Array): void {
    for (const numbered of [...this.sorted, ...this.added])
      numbered.number = numbers[numbered.number]!
  }

  /** As {@link comesBefore} has them. */
  inOrder(): readonly NumberedSkill[] {
    if (this.added.length > maxSingleInsertions) {
      this.sorted = [...this.sorted, ...this.added].sort((a, b) =>
        comesBefore(a.skill, b.skill) ? -1 : 1,
      )
    } else {
      for (const numbered of this.added)
        this.sorted.splice(this.insertionIndex(numbered.skill), 0, numbered)
    }
    this.added = []
    return this.sorted
  }

  /** How many of the others come before it. */
  private insertionIndex(skill: RoutableSkill): number {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (comesBefore(this.sorted[middle]!.skill, skill)) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Each profile once, as long as a skill has it. */
export class ProfileTable {
  /** By number; an empty one's place goes to the next new one. */
  readonly all: Profile[] = []
  private readonly byKey = new Map<string, Profile>()
  private readonly empty: number[] = []

  of(routing: SkillRouting): Profile {
    const key = keyOf(routing)
    const known = this.byKey.get(key)
    if (known) return known
    const profile = new Profile(this.empty.pop() ?? this.all.length, routing)
    this.byKey.set(key, profile)
    this.all[profile.number] = profile
    return profile
  }

  /** Says that a skill was taken from the profile. */
  releaseIfEmpty(profile: Profile): void {
    if (profile.size > 0) return
    this.byKey.delete(keyOf(profile))
    this.empty.push(profile.number)
  }
}

type ProfileFields = Pick<SkillRouting, 'stages' | 'assetClasses' | 'signalSources' | 'conditions'>

function keyOf({ stages, assetClasses, signalSources, conditions }: ProfileFields): string {
  return JSON.stringify([stages, assetClasses, signalSources, conditions])
}
