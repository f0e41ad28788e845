import type { RecordedPromotionBody } from '@repertoire/client'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findCollection } from './find-collection.ts'

/** `repertoire collections promotions`. */
export function promotionsCommand(context: CommandContext): Command {
  return new ServerCommand('promotions', context)
    .description('list what production of a collection got, the newest promotion first')
    .argument('<name>', 'the collection')
    .json('print one JSON object per promotion and line')
    .runOnServer(async (server, name: string) => {
      const { client, send, terminal, print } = server
      const { id, slug } = await findCollection(server, name)
      const { items } = await send(client.collections.promotions(id))
      for (const one of items) print(one, linesOf(one, terminal))
      if (items.length === 0) terminal.note(`${slug} has no promotion.`)
    })
}

/** `repertoire collections set-back`. */
export function setBackCommand(context: CommandContext): Command {
  return new ServerCommand('set-back', context)
    .description('set production of a collection back to an earlier promotion')
    .argument('<name>', 'the collection')
    .argument(
      '<number>',
      'the promotion, as `repertoire collections promotions` numbers it',
      number,
    )
    .json('print one JSON object per skill that is left out and line')
    .runOnServer(async (server, name: string, to: number) => {
      const { client, send, terminal, print } = server
      const { id, slug } = await findCollection(server, name)
      const { digest } = await send(client.collections.promotions(id))
      const { left_out: leftOut } = await send(client.collections.setBack(id, to, digest))
      for (const one of leftOut) print(one, `left out  ${leftOutText(one)}`)
      terminal.note(`Production of ${slug} is set back to promotion ${to}.`)
    })
}

function linesOf(promotion: RecordedPromotionBody, { paint }: Pick<Terminal, 'paint'>): string[] {
  const { number, promoted_at: at, promoted_by_name: by, repeats, changes } = promotion
  const origin = repeats === null ? '' : `, set back to promotion ${repeats}`
  const now = promotion.current ? ', production now' : ''
  const who = sanitizeText(by ?? 'a former member')
  return [
    `${paint('bold', String(number))}  ${at} by ${who}, ${plural(promotion.skills, 'skill')}${origin}${now}`,
    ...changes.map(({ change, name }) => `  ${change}  ${name}`),
    ...promotion.left_out.map((one) => `  not brought back  ${leftOutText(one)}`),
  ]
}

function leftOutText({ name, reason }: RecordedPromotionBody['left_out'][number]): string {
  return `${name} (${reason})`
}

function number(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('the number of a promotion, such as 3.')
}
