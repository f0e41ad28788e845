import { InvalidArgumentError } from 'commander'

export function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new InvalidArgumentError('Use an integer from 1 to 100.')
}
