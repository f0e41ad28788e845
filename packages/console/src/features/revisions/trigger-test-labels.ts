import type { ImportTriggerTests } from '@repertoire/protocol'
import { formatCount, plural } from '../../shared/design/numbers.ts'

/** One line: `3 of 3 trigger tests pass, 1 of another skill would change`. */
export function triggerTestSummary({ own, others, others_run: run }: ImportTriggerTests): string {
  const passing = own.filter(({ passes }) => passes).length
  const tests =
    own.length === 0
      ? 'It has no trigger tests'
      : `${formatCount(passing)} of ${plural(own.length, 'trigger test')} ${passing === 1 ? 'passes' : 'pass'}`
  if (run === 0) return `${tests}.`
  const skills = new Set(others.map(({ skill_id }) => skill_id)).size
  const whose = skills === 1 ? 'another skill' : 'other skills'
  return `${tests}, ${others.length === 0 ? 'none' : formatCount(others.length)} of ${whose} would change.`
}

/** Whether a reviewer should look at the list. */
export function hasFailingTests({ own, others }: ImportTriggerTests): boolean {
  return own.some(({ passes }) => !passes) || others.some(({ change }) => change !== 'passes')
}

export function ownTestText(
  test: ImportTriggerTests['own'][number],
  { slug }: Pick<ImportTriggerTests, 'slug'>,
): string {
  const { must_surface: wanted, passed_before: before, passes, place, first, from } = test
  const change =
    before === null || before === passes ? '' : passes ? 'Newly passes. ' : 'Newly fails. '
  const where = place === null ? 'is not brought up' : `is at place ${place}`
  const instead = wanted && !passes && first !== null && first !== slug ? `; first is ${first}` : ''
  const whose = from === 'skill' ? ' The update drops this test.' : ''
  return `${change}${wanted ? 'Must bring it up' : 'Must not bring it up'}: it ${where}${instead}.${whose}`
}

export function changedTestText(
  { change, slug, place_before: before, place }: ImportTriggerTests['others'][number],
  candidate: Pick<ImportTriggerTests, 'slug'>,
): string {
  const places = `${placeText(before)} now, ${placeText(place)} with it`
  if (change === 'outranked') return `${candidate.slug} would now come before ${slug} (${places}).`
  return `A test of ${slug} newly ${change} (${places}).`
}

function placeText(place: number | null): string {
  return place === null ? 'not brought up' : `place ${place}`
}
