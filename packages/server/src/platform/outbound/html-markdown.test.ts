import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-markdown.ts'

const { signal } = new AbortController()

const read = (html: string, limit = 50_000) =>
  htmlToMarkdown(html, { url: 'https://site.example/docs/page', limit, signal })

async function text(html: string): Promise<string> {
  return (await read(html)).text
}

describe('HTML as Markdown', () => {
  it('converts headings, paragraphs, lists, quotations, tables and code', async () => {
    const page = await read(`<!doctype html><html><head><title> A &amp;
      title </title></head><body>
      <h1>First</h1><p>One   <b>two</b>
      three.</p><p>Four<br>five</p>
      <ul><li>a<li>b <ul><li>c</ul><li><p>d</p></ul>
      <ol start="3"><li>x</li><li></li><li>y</li></ol>
      <blockquote><p>said</p><p>again</p></blockquote>
      <table><tr><th>h</th><th>i</th></tr><tr><td>1<td>2</table>
      <p>Use <code>let x</code>:</p>
      <pre><code>
if (x) {
  y()
}
</code></pre><hr><p>End<img src=x alt="a picture"><img src=y></p></body></html>`)
    expect(page.title).toBe('A & title')
    expect(page.text).toBe(`# First

One two three.

Four
five

- a
- b
  - c
- d
3. x
5. y

> said
>
> again

h | i
1 | 2

Use \`let x\`:

\`\`\`
if (x) {
  y()
}

\`\`\`

---

End[image: a picture]`)
    expect(page.totalCharacters).toBe(page.text.length)
  })

  it('keeps links as absolute URLs, and drops unusable ones', async () => {
    expect(
      await text(`<p><a href="../up?q=1">up</a>, <a href="//other.example/a(b)">there</a>,
        <a href="#part">part</a>, <a href="javascript:alert(1)">run</a>, <a href="data:text/html,x">data</a>,
        <a href="mailto:a@b.example">mail</a>, <a href=" /x "><code>code</code></a>, <a href="/y"></a><a href="http://[">bad</a>.`),
    ).toBe(
      '[up](https://site.example/up?q=1), [there](https://other.example/a%28b%29), part, run, data, [mail](mailto:a@b.example), [`code`](https://site.example/x), bad.',
    )
  })

  it('uses the first base element, and ends a link where the next begins', async () => {
    expect(
      await text('<base href="/b/"><base href="/c/"><a href="1">one<a href="2">two</a> end'),
    ).toBe('[one](https://site.example/b/1)[two](https://site.example/b/2) end')
  })

  it.each([
    ['<script>secret</script>shown'],
    ['<script>"<p>secret</p>"</script>shown'],
    ['<SCRIPT>secret</SCRIPT >shown'],
    ['<style>secret</style>shown'],
    ['<template><p>secret</p></template>shown'],
    ['<svg><title>secret</title><text>secret</text></svg>shown'],
    ['<iframe>secret</iframe>shown'],
    ['<textarea>secret</textarea>shown'],
    ['<!-- secret -->shown'],
    ['<!-- > secret -->shown'],
    ['<div hidden>secret<div>secret</div>secret</div>shown'],
    ['<div HIDDEN="">secret</div>shown'],
    ['<div style="display:none">secret</div>shown'],
    ['<div style="color:red; DISPLAY : none !important">secret</div>shown'],
    ['<div style="dis/**/play:none;display:none">secret</div>shown'],
    ['<div style="visibility: hidden">secret</div>shown'],
    ['<div style="font-size:0px">secret</div>shown'],
    ['<div style="opacity:0.0">secret</div>shown'],
    ['<span aria-hidden="true">secret</span>shown'],
    ['<div style="display&colon;none">secret</div>shown'],
    ['<dialog>secret</dialog>shown'],
    ['<p hidden>secret<p>shown'],
    ['<div><p hidden>secret</div>shown'],
    ['<ul><li hidden>secret<ul><li>secret</ul><li>shown</ul>'],
    ['<ul><li hidden>secret</ul>shown'],
    ['<table><tr hidden><td>secret<td>secret<tr><td>shown</table>'],
    ['<table><tr><td hidden>secret<td>shown</table>'],
    ['<input hidden>shown'],
  ])('drops hidden text: %s', async (html) => {
    const page = await text(html)
    expect(page).not.toContain('secret')
    expect(page).toContain('shown')
  })

  it('keeps text that only looks hidden', async () => {
    expect(await text('<p style="opacity:0.5;font-size:10px">a</p><dialog open>b</dialog>')).toBe(
      'a\n\nb',
    )
  })

  it('decodes entities across chunks', async () => {
    const gap = 'x'.repeat(4 * 1024 - 3)
    expect(await text(`${gap}&eacute;t&#233; &amp;lt; &#0; &bogus;`)).toBe(
      `${gap}été &lt; \ufffd &bogus;`,
    )
  })

  it('keeps the beginning, and counts everything', async () => {
    const page = await read(`<p>${'word '.repeat(10_000)}`, 1000)
    expect(page.text.length).toBeLessThanOrEqual(1000)
    expect(page.totalCharacters).toBe(49_999)
  })

  it('accepts any input, within the limit', async () => {
    const pieces = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<ul>',
        '</ul>',
        '<li>',
        '<a href=x>',
        '</a>',
        '<pre>',
        '</pre>',
        '<code>',
      ],
      ...[
        '</code>',
        '<blockquote>',
        '</blockquote>',
        '<table>',
        '<tr>',
        '<td>',
        '<b',
        '="',
        '&',
        ';',
      ],
      ...[
        '</',
        '<!--',
        '-->',
        '<title>',
        '</title>',
        '<div hidden>',
        '</div>',
        'text',
        ' ',
        '\n',
        '`',
      ],
      ...['<svg>', '</svg>', '<base href=/x/>', '<h2>', '</h2>', '<br>', '😀'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), fc.nat(80), async (parts, limit) => {
        const html = parts.join('')
        const page = await read(html, limit)
        expect(page.text.length).toBeLessThanOrEqual(limit)
        expect(page.totalCharacters).toBeGreaterThanOrEqual(page.text.length)
        expect(await read(html, limit)).toEqual(page)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['elements that are never closed', '<b>x'],
    ['end tags of nothing', '</q>'],
    ['lists in lists', '<ul><li>'],
    ['tables in tables', '<table><tr><td>'],
    ['hidden in hidden', '<div hidden>'],
    ['links', '<a href=/>x'],
    ['preformatted in preformatted', '<pre>\n'],
    ['attributes', '<p a=1 '],
    ['nothing but <', '<'],
  ])('yields to the event loop while it reads 2 MiB of %s', async (_name, part) => {
    const html = part.repeat((2 * 1024 * 1024) / part.length)
    let turns = 0
    let reading = true
    const count = () => {
      turns += 1
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    await read(html)
    reading = false
    expect(turns).toBeGreaterThan(100)
  })

  it('stops between two chunks when the signal aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const reading = htmlToMarkdown('<p>x'.repeat(100_000), {
      url: 'https://site.example/',
      limit: 10,
      signal: controller.signal,
    })
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
})
