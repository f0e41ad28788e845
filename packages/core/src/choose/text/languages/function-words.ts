/** Languages that are stemmed beside English, in the order in which equal evidence is decided. */
export const languages = [
  ...(['german', 'french', 'spanish', 'portuguese', 'italian', 'dutch', 'swedish'] as const),
  ...(['danish', 'norwegian', 'finnish', 'hungarian', 'romanian', 'turkish'] as const),
]
export type Language = (typeof languages)[number]

/** Words of grammar and of politeness, folded. They show a language and tell nothing about a skill. */
const lists: Readonly<Record<Language, string>> = {
  german: `aber als am an auf aus auch bei beim bin bis bitte da dabei damit dann das dass dem den der des dich die dies
    diese diesem diesen dieser dieses dir du durch ein eine einem einen einer eines er es etwas fuer fur gibt habe haben
    hat hatte hier hilf ich ihm ihn ihr ihre ihrem ihren im immer in ins ist jede jeden jeder jedes kann kannst konnen
    man mein meine meinem meinen meiner meines mich mir mit mochte muss mussen nach nicht noch nur ob oder ohne sein
    seine sich sie sind so soll sollen sowie uber ueber um und uns unser unsere unserem unseren unserer vom von vor war
    warum was welche welcher welches wenn werden wer wie wir wird wo wurde zu zum zur zwischen
    brauche brauchen braucht viel viele mehr mach mache machen macht geht gehen suche suchen will wollen wurden`,
  french: `a afin ai ainsi alors au aucun aussi aux avant avec avoir ca car ce ceci cela celle celui ces cet cette chaque
    ces chez comme comment d dans de depuis des dois doit donc dont du elle elles en entre est et etre faire fait faut il
    ils j je l la le les leur leurs lors lorsque ma mais me mes moi mon n ne nos notre nous on ont ou par pas pendant peux
    peut plus pour pourquoi puis qu quand que quel quelle quelles quels qui s sa sans se selon ses si soit son sont sous
    sur ta tes toi ton tous tout toute toutes tres tu un une veux vers vos votre vous y`,
  spanish: `a ademas al algo algun antes aqui asi aunque cada como con cual cuando cuanto de debe del desde donde dos el
    ella ellos en entre era eres es esa ese eso esta estan estar este esto estos estas fue ha hace hacer hacia han hasta
    hay la las le les lo los mas me mediante mi mis mucho muy necesito ni no nos nuestra nuestras nuestro nuestros o otra
    otro para pero por porque puede puedo que quiero se sea segun ser si sin sobre son su sus tambien tengo tiene todo
    todos todas tu tus un una uno unos unas y ya yo`,
  portuguese: `a ao aos as ate cada com como da das de dela dele depois do dos e ela ele em entre era essa esse esta este
    estao eu faz fazer foi ha isso isto ja la mais mas me mesmo meu meus minha minhas muito na nao nas nem no nos nossa
    nossas nosso nossos num numa o os ou para pela pelas pelo pelos por porque pode posso preciso qual quando que quem
    quero sao se sem ser seu seus sua suas tambem te tem todas todo todos um uma umas uns voce`,
  italian: `a ad agli ai al alla alle allo anche che chi ci come con cosa da dagli dai dal dalla dalle de degli dei del
    della delle dello deve di dove e ed era essere fa fare fra gli ha hai hanno ho i il in io l la le lo loro ma mi mia
    mie miei mio nei nel nella nelle non nostra nostre nostri nostro o ogni per perche piu poi posso puo qual quale quando
    quello questa queste questi questo se senza si sia sono su sua sue sugli sul sulla sulle suo suoi tra tu tutta tutte
    tutti tutto un una uno voglio`,
  dutch: `aan al als alle bij dan dat de deze die dit een elke en er geen haar had heb heeft het hem hij hoe hun ik
    in is je kan kunnen maar me mee met mij mijn moet naar niet nog of om onder ons onze ook op over te tegen tot tussen u
    uit uw van veel voor waar wanneer wat we welke wel werd wie wij wil wordt worden zich zij zijn zo zonder`,
  swedish: `alla allt att av blir da de dem den denna dessa det detta dig din dina ditt du eller en ett efter fran for
    fore ha han har hon hur i inte ja jag kan mellan med men mig min mina mitt mot nar nagon nagot och om oss pa sa sig
    sin sina ska som till under upp ut utan vad var vara varje vi vid vilka vill`,
  danish: `af alle at blev bliver da de dem den denne der deres det dette dig din dine disse du efter eller en end er et
    for fra ham han har havde hun hvad hver hvis hvor hvordan i ikke ind jeg jer kan man mange med mellem men mig min mine
    mit mod naar nar noget nogle nu og ogsa om op os over pa samt selv sig sin skal som til ud uden under var ved vi vil`,
  norwegian: `alle at av ble blir bare bli da de dem den denne der det dette din dine disse du eller en enn er et etter
    for fra fore ha han har hun hva hver hvilke hvis hvor hvordan i ikke inn jeg kan man med mellom men meg min mine mitt
    mot nar noe noen og ogsa om opp oss over pa samt seg sin skal som til ut uten under var ved vi vil`,
  finnish: `ei ettei eri etta han he ilman ja jo joka jokainen jos jossa jota kaikki kanssa kautta koska kuin kuinka kun
    kuten me mika mika minka minulle minun miten mukaan muu mutta myos ne niiden niin nyt ole oli olla on ovat saada se
    seka sen sita sina taman tama tai tassa tata vai vain voi voin`,
  hungarian: `a ahol aki amely ami az azt be csak de egy egyes el es ez ezt fel ha hanem hogy hogyan ki kell kerem kozott
    legyen lehet meg mely mert mi miatt mikor mint minden nekem nem olyan s szamara szerint tovabb utan vagy valamint van
    volt`,
  romanian: `a al ale am are as ca cand care ce cel cele cu cum da daca dar de din dintre doar dupa e este eu fara fi fie
    fiecare in intr intre isi la le lui mai mea mele meu nu o or pe pentru pot prin sa sau se si sunt ta te trebuie tu un
    una unde unei unui va vreau`,
  turkish: `ama ancak bana ben bir biz bu cok da daha de degil diye en gibi her hem icin ile ise ister istiyorum kadar ki
    mi mu nasil ne nedir nerede olan olarak olur onun sadece sen sonra su tum uzere var ve veya ya yani`,
}

const masks = new Map<string, number>()
for (const [at, language] of languages.entries())
  for (const word of lists[language].split(/\s+/))
    masks.set(word, (masks.get(word) ?? 0) | (1 << at))

/** The languages of each word of grammar, as bits in the order of {@link languages}. */
export const functionWords: ReadonlyMap<string, number> = masks

/** Expects a folded word. */
export function isFunctionWord(language: Language, word: string): boolean {
  return ((masks.get(word) ?? 0) & (1 << languages.indexOf(language))) !== 0
}
