import { describe, expect, it } from 'vitest'
import { routingTokens } from './routing-tokens.ts'

describe('routing tokens', () => {
  it.each([
    ['digit my_git-lfs GitHub', ['digit', 'my', 'git', 'lfs', 'github']],
    ['Résumé ＳＴＲＡẞＥ', ['resume', 'strasse']],
    ['请买入比特币', ['请', '买', '入', '比', '特', '币']],
    ['ビットコイン・ウォレットを買う', ['ビットコイン', 'ウォレット', 'を', '買', 'う']],
    ['ﾋﾞｯﾄｺｲﾝ', ['ビットコイン']],
    ['か\u3099す', ['が', 'す']],
    ['비트코인을 매수', ['^비', '트', '코', '인', '을', '^매', '수']],
    ['비트'.normalize('NFD'), ['^비', '트']],
    ['PDF文件とC++コード', ['pdf', '文', '件', 'と', 'c++', 'コード']],
  ])('E2: of %j', (text, words) => {
    expect(routingTokens(text)).toEqual(words)
  })

  it('E2: an accent on katakana does not join it with the following letters', () => {
    expect(routingTokens('カ\u0301a')).toEqual(['カ', 'a'])
    expect(routingTokens('カ\u0301カ')).toEqual(['カカ'])
  })
})
