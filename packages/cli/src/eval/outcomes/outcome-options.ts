import { type Command, InvalidArgumentError } from 'commander'
import { from0To1, from1To100 } from '../../command/number-options.ts'

/** The options of `repertoire eval --outcomes`. */
export function addOutcomeOptions(command: Command): void {
  command
    .option('--outcomes', 'run the outcome tests (evals/evals.json) in the real agent', false)
    .option('--baseline', 'with --outcomes: try each case without the skill too', false)
    .option(
      '--against <revision>',
      'with --outcomes: a folder or Git revision to compare with; with --server, one of the skill',
    )
    .option('-k, --trials <number>', 'with --outcomes: trials of each case', from1To100, 1)
    .option('--min-pass <share>', 'with --outcomes: minimal share that passes', from0To1, 1)
    .option(
      '--max-cost <amount>',
      'with --outcomes: begin nothing above it, or `unlimited`',
      parseCost,
    )
    .option(
      '--prices <input,output>',
      'with --outcomes: what a million tokens cost, in and out',
      parsePrices,
    )
    .option(
      '--approve <types>',
      'with --outcomes: requests to approve, such as package_installation',
    )
    .option(
      '--results <file>',
      'with --outcomes: where finished trials are kept',
      'outcome-results.jsonl',
    )
    .option('--resume', 'with --outcomes: go on with the results file', false)
    .option('--junit <file>', 'with --outcomes: write JUnit XML')
    .option('--markdown <file>', 'with --outcomes: write Markdown')
}

/** Never null, which Commander would take for no value. */
function parseCost(text: string): number | 'unlimited' {
  if (text === 'unlimited') return text
  const cost = Number(text)
  if (text.trim() !== '' && Number.isFinite(cost) && cost >= 0) return cost
  throw new InvalidArgumentError('Use a number, or `unlimited`.')
}

function parsePrices(text: string): { readonly input: number; readonly output: number } {
  const [input, output, ...rest] = text.split(',').map(Number)
  const isPrice = (price: number | undefined): price is number =>
    price !== undefined && Number.isFinite(price) && price >= 0
  if (isPrice(input) && isPrice(output) && rest.length === 0) return { input, output }
  throw new InvalidArgumentError('Use two numbers, such as 3,15.')
}
