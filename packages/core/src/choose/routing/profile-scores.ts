import type { ScoreTable } from '../../domain/score-table.ts'
import { failedCondition } from './conditions.ts'
import type { Profile } from './profile.ts'
import { PROFILE_SHIFT, type RoutingIndex } from './routing-index.ts'
import type { RoutedTurn } from './turn.ts'

/** Score of a skill with a failed condition. */
export const EXCLUDED = -1

/** Scores of an index that do not depend on the words of the message. */
export class ProfileScores {
  private readonly index: RoutingIndex
  /** By profile; {@link EXCLUDED} for profiles with a failed condition. */
  readonly byProfile: readonly number[]
  /** Skills that are eligible only because of their own settings, although their profile is not. */
  readonly byOwnSettings: ReadonlyMap<number, number>
  /** Eligible profiles, best first. */
  readonly fitting: readonly Profile[]

  constructor(index: RoutingIndex, turn: RoutedTurn, table: ScoreTable) {
    this.index = index
    const scores = index.profiles.map((profile) =>
      failedCondition(profile.conditions, turn.environment) === null
        ? profileScore(profile, turn, table)
        : EXCLUDED,
    )
    this.byProfile = scores
    this.fitting = index.profiles
      .filter(({ number, size }) => size > 0 && scores[number] !== EXCLUDED)
      .sort((a, b) => scores[b.number]! - scores[a.number]!)
    this.byOwnSettings = new Map(this.scoresWithOwnSettings(turn, table))
  }

  /** {@link EXCLUDED} for a removed skill, too. */
  of(number: number): number {
    const facts = this.index.facts[number]!
    if (facts === -1) return EXCLUDED
    const ofProfile = this.byProfile[facts >>> PROFILE_SHIFT]!
    return ofProfile === EXCLUDED ? (this.byOwnSettings.get(number) ?? EXCLUDED) : ofProfile
  }

  /** The score that at least `count` skills reach. */
  reachedBy(count: number): number {
    let missing = count
    for (const { number, size } of this.fitting) {
      missing -= size
      if (missing <= 0) return this.byProfile[number]!
    }
    return 0
  }

  private *scoresWithOwnSettings(turn: RoutedTurn, table: ScoreTable): Iterable<[number, number]> {
    const { environment } = turn
    for (const [id, own] of environment.ownEnv ?? []) {
      const number = this.index.numberOf(id)
      if (number === undefined) continue
      const profile = this.index.profileOf(number)
      if (this.byProfile[profile.number] !== EXCLUDED) continue
      if (failedCondition(profile.conditions, environment, own) !== null) continue
      yield [number, profileScore(profile, turn, table)]
    }
  }
}

function profileScore(profile: Profile, turn: RoutedTurn, table: ScoreTable): number {
  const { stages, assetClasses, signalSources } = profile
  const source = turn.signal?.source
  return (
    (stages.some((stage) => turn.stages.has(stage)) ? table.stage : 0) +
    (assetClasses.some((asset) => turn.assetClasses.has(asset)) ? table.assetClass : 0) +
    (source !== undefined && signalSources.includes(source) ? table.signalSource : 0)
  )
}
