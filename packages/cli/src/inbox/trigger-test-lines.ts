import type { ImportTriggerTests } from '@repertoire/client'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A line for each test of it and each test of another skill that would change; how many in all come last. */
export function printTriggerTests(terminal: Terminal, tests: ImportTriggerTests): void {
  const { own, others, others_run: run, slug, cut, enabled } = tests
  for (const { message, must_surface: wanted, passed_before: before, passes, place } of own) {
    const newly = before === null || before === passes ? '' : 'newly '
    const verb = terminal.paint(passes ? 'green' : 'red', `${newly}${passes ? 'passes' : 'fails'}`)
    const must = wanted ? 'must' : 'must not'
    terminal.out(`${verb}  ${must}  ${placeText(place)}  ${sanitizeText(message)}`)
  }
  for (const { slug: other, message, change, place_before: before, place } of others) {
    const name = sanitizeText(other)
    const what =
      change === 'outranked'
        ? `${sanitizeText(slug)} would now come before ${name}`
        : `a test of ${name} newly ${change}`
    const colour = change === 'passes' ? 'green' : change === 'fails' ? 'red' : 'yellow'
    const places = `${placeText(before)} -> ${placeText(place)}`
    terminal.out(`${terminal.paint(colour, what)}  ${places}  ${sanitizeText(message)}`)
  }
  const passing = own.filter(({ passes }) => passes).length
  terminal.out(
    `${passing} of ${own.length} trigger tests pass; of ${run} of other skills ${others.length} would change`,
  )
  if (!enabled) terminal.out('the skill is disabled: no message finds it')
  if (cut) terminal.out(`not all tests ran: ${cut === 'time' ? 'they took too long' : 'too many'}`)
}

function placeText(place: number | null): string {
  return place === null ? 'not found' : `place ${place}`
}
