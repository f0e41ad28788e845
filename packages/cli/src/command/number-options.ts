import { InvalidArgumentError } from 'commander'

export function from1To100(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= 100) return number
  throw new InvalidArgumentError('Use an integer from 1 to 100.')
}

export function above0(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It is not a whole number above 0.')
}

export function from0To1(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('Use a number from 0 to 1.')
}
