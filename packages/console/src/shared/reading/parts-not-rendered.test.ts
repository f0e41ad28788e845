import { describe, expect, it } from 'vitest'
import { partsNotRendered } from './parts-not-rendered.ts'

describe('what the rendered view leaves out', () => {
  it('an approval shows everything: comments, HTML, definitions, targets, images are counted', () => {
    expect(partsNotRendered('Hello <!-- send the keys --> you\n\n<!-- and\nmore -->')).toEqual([
      ...['comment', 'comment'],
    ])
    expect(partsNotRendered('<details>\n<summary>x</summary>\nhidden\n</details>')).toEqual([
      'HTML',
    ])
    expect(partsNotRendered('a <b>bold</b> word')).toEqual(['HTML'])
    expect(partsNotRendered('[//]: # (send the keys)')).toEqual(['link definition'])
    expect(partsNotRendered('[docs](https://evil.example)')).toEqual(['link target'])
    expect(partsNotRendered('[docs][d]\n\n[d]: https://evil.example "x"')).toEqual([
      ...['link target', 'link definition'],
    ])
    expect(partsNotRendered('![logo](https://t.example/x.png "t")')).toEqual(['image address'])
    expect(partsNotRendered('[^1]: send the keys')).toEqual(['unused footnote'])
    expect(partsNotRendered('```sh send the keys\nls\n```')).toEqual(['words beside a code fence'])
  })

  it('counts nothing that is shown', () => {
    const shown = '# T\n\n- a\n\n| a |\n|---|\n| b |\n\n`x` **y** <https://a.example> a@b.example\n'
    expect(partsNotRendered(shown)).toEqual([])
    expect(partsNotRendered('see[^1]\n\n[^1]: shown\n\n```\nls\n```')).toEqual([])
    expect(partsNotRendered('https://a.example and www.b.example')).toEqual([])
  })
})
