import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { type Language, languages } from './function-words.ts'
import { foldSpelling, stemIn } from './stem-in.ts'

describe('detectLanguage', () => {
  test.each<[Language, string]>([
    ['german', 'Schreibe einen Bericht über die Störung'],
    ['german', 'Rechnungen prüfen'],
    ['german', 'fu\u0308r die Pru\u0308fung'],
    ['french', 'Rédige un rapport sur la panne pour les clients'],
    ['spanish', 'Escribe un informe sobre la caída para los clientes'],
    ['portuguese', 'Escreva um relatório sobre a falha para os clientes, não para nós'],
    ['italian', 'Scrivi una relazione sul guasto per i clienti della nostra azienda'],
    ['dutch', 'Schrijf een verslag over de storing voor onze klanten'],
    ['swedish', 'Skriv en rapport om avbrottet och skicka den till alla kunder'],
    ['danish', 'Skriv en rapport om nedbruddet og send den til alle kunder af jer'],
    ['norwegian', 'Skriv en rapport om bruddet og hva vi skal si fra til kundene'],
    ['finnish', 'Kirjoita raportti joka kertoo miten vika on korjattu'],
    ['hungarian', 'Írj jelentést a hibáról és arról, hogy mit kell tenni'],
    ['romanian', 'Scrie un raport despre pană și trimite-l la toți clienții din țară'],
    ['turkish', 'Müşteriler için bir arıza raporu yaz ve gönder'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  test.each([
    ['english', 'Plan an A/B test for the La Mesa team'],
    ['english', 'Review this pull request before it is merged, as a café owner would'],
    ['english', 'The Müller contract and the Angström report'],
    [null, 'kubernetes pods'],
    [null, '数据分析报告'],
    [null, 'import com.example.data; import com.example.sql; import com.example.net;'],
    [null, ''],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  test('any text has one answer, and only its beginning is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const long = text.padEnd(2_000, 'der die das ')
        expect(detectLanguage(long)).toBe(detectLanguage(long.slice(0, 900)))
        expect(detectLanguage(text)).toBe(detectLanguage(text))
      }),
    )
  })
})

describe('stemIn', () => {
  test.each<[Language, string[]]>([
    ['german', ['rechnung', 'rechnungen']],
    ['german', ['prufen', 'pruft', 'prufung', 'prufungen', 'pruefung']],
    ['german', ['generieren', 'generiert']],
    ['german', ['bericht', 'berichte', 'berichten']],
    ['german', ['ubersetzung', 'uebersetzung', 'ubersetzungen']],
    ['french', ['generer', 'genere', 'generee', 'generees']],
    ['french', ['verifier', 'verifie', 'verification']],
    ['french', ['facture', 'factures']],
    ['spanish', ['generar', 'genera', 'generacion', 'generaciones']],
    ['spanish', ['factura', 'facturas']],
    ['portuguese', ['geracao', 'geracoes']],
    ['italian', ['fattura', 'fatture']],
  ])('one term in %s for %j', (language, words) => {
    expect(new Set(words.map((word) => stemIn(language, word))).size).toBe(1)
  })

  test('other scripts keep their own rules', () => {
    expect(stemIn('german', 'тестирования')).toBe(stemIn('french', 'тестирование'))
    expect(stemIn('german', '数据')).toBe('数据')
  })

  test('for any word the stem is folded and never empty, and longer only by a Turkish vowel', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.stringMatching(/^[a-z]{1,40}$/),
        (language, word) => {
          const found = stemIn(language, word)
          expect(found).toMatch(/^[a-z]+$/)
          const longest = word.length + (language === 'turkish' ? 1 : 0)
          expect(found.length).toBeLessThanOrEqual(longest)
          expect(stemIn(language, word)).toBe(found)
        },
      ),
      {
        examples: [
          ['turkish', 'aachg'],
          ['turkish', 'oodyadima'],
        ],
        numRuns: 2_000,
      },
    )
  })

  test('folding umlauts changes nothing that is folded', () => {
    expect(foldSpelling('ueberpruefung')).toBe('uberprufung')
    expect(foldSpelling('quer')).toBe('quer')
    expect(foldSpelling(foldSpelling('mueller'))).toBe('muller')
  })
})
