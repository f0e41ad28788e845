import { comesBefore, type RoutingSkill } from './routing-skill.ts'
import type { RoutingConditions, SkillRouting } from './skill-routing.ts'

/** Up to this many additions are inserted one by one; more are sorted together. */
const maxSingleInsertions = 32

/** A skill with its number in the index; compaction changes the number. */
export interface NumberedSkill {
  readonly skill: RoutingSkill
  number: number
}

/** The routing fields that many skills share: everything that determines a score except the words of the message. */
export class Profile {
  /** Its index in {@link ProfileTable.all}. */
  readonly number: number
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  readonly signalSources: readonly string[]
  readonly conditions: RoutingConditions
  private sorted: NumberedSkill[] = []
  /** Additions that are not sorted in yet; {@link inOrder} does it lazily. */
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

  remove(skill: RoutingSkill): void {
    const waiting = this.added.findIndex((numbered) => numbered.skill === skill)
    if (waiting !== -1) this.added.splice(waiting, 1)
    else this.sorted.splice(this.insertionIndex(skill), 1)
  }

  /** `numbers` maps old skill numbers to new ones. */
  renumber(numbers: Int32Array): void {
    for (const numbered of [...this.sorted, ...this.added])
      numbered.number = numbers[numbered.number]!
  }

  /** In the order of {@link comesBefore}. */
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

  /** Binary search for the position of a skill. */
  private insertionIndex(skill: RoutingSkill): number {
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

/** Interned profiles; a profile exists as long as a skill has it. */
export class ProfileTable {
  /** By number; the number of an empty profile is reused. */
  readonly all: Profile[] = []
  private readonly byKey = new Map<string, Profile>()
  /** Most skills share one object. */
  private byRouting = new WeakMap<SkillRouting, Profile>()
  private readonly empty: number[] = []

  of(routing: SkillRouting): Profile {
    const known = this.byRouting.get(routing)
    if (known) return known
    const profile = this.byFields(routing)
    this.byRouting.set(routing, profile)
    return profile
  }

  private byFields(routing: SkillRouting): Profile {
    const key = keyOf(routing)
    const known = this.byKey.get(key)
    if (known) return known
    const profile = new Profile(this.empty.pop() ?? this.all.length, routing)
    this.byKey.set(key, profile)
    this.all[profile.number] = profile
    return profile
  }

  /** Call after removing a skill from the profile. */
  releaseIfEmpty(profile: Profile): void {
    if (profile.size > 0) return
    this.byKey.delete(keyOf(profile))
    this.byRouting = new WeakMap()
    this.empty.push(profile.number)
  }
}

type ProfileFields = Pick<SkillRouting, 'stages' | 'assetClasses' | 'signalSources' | 'conditions'>

function keyOf({ stages, assetClasses, signalSources, conditions }: ProfileFields): string {
  return JSON.stringify([stages, assetClasses, signalSources, conditions])
}
