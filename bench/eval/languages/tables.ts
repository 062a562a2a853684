/**
 * Facts in three languages, each with a question in its words and one in others: what is asked and what is told share
 * no word that carries meaning (test/bench/languages.test.ts). Written for this purpose; nothing is tuned on them.
 */
export const languages = ['German', 'Spanish', 'Japanese'] as const
export type Language = (typeof languages)[number]

/** Fact, question in its words, question in others. */
type Line = [fact: string, same: string, other: string]

export const tables: Record<Language, Line[]> = {
  German: [
    ['Ich wohne seit März in Leipzig.', 'Wo wohne ich seit März?', 'Welche Stadt ist mein Zuhause?'],
    [
      'Meine Schwester arbeitet als Zahnärztin.',
      'Als was arbeitet meine Schwester?',
      'Welchen Beruf hat Mamas Tochter?'
    ],
    ['Ich vertrage keine Erdnüsse.', 'Vertrage ich Erdnüsse?', 'Welche Allergie muss der Koch beachten?'],
    ['Unser Hund heißt Bruno.', 'Wie heißt unser Hund?', 'Auf welchen Namen hört das Haustier?'],
    [
      'Ich fahre jeden Tag mit dem Rad ins Büro.',
      'Womit fahre ich ins Büro?',
      'Mein Weg zur Arbeit: welches Verkehrsmittel?'
    ],
    ['Mein Auto steht in der Werkstatt.', 'Wo steht mein Auto?', 'Warum fehlt mir ein Wagen?'],
    [
      'Der Zahnarzttermin ist am Dienstag um neun.',
      'Wann ist der Zahnarzttermin?',
      'Welche Uhrzeit hat die Untersuchung beim Doktor?'
    ],
    ['Am liebsten trinke ich schwarzen Tee.', 'Was trinke ich am liebsten?', 'Mein bevorzugtes Getränk?'],
    [
      'Ich spiele seit zehn Jahren Cello.',
      'Was spiele ich seit zehn Jahren?',
      'Mein Musikinstrument?'
    ],
    [
      'Meine Miete beträgt achthundert Euro.',
      'Wie hoch ist meine Miete?',
      'Welche Kosten verursacht die Wohnung monatlich?'
    ],
    ['Im Juli fliegen wir nach Portugal.', 'Wohin fliegen wir im Juli?', 'Unser Reiseziel für den Sommerurlaub?'],
    ['Mein Bruder hat im Mai geheiratet.', 'Wer hat im Mai geheiratet?', 'Welche Hochzeit gab es in der Familie?'],
    ['Ich lese gerade einen Krimi aus Island.', 'Welchen Krimi lese ich gerade?', 'Mein aktuelles Buch?'],
    ['Mein Passwortmanager ist Bitwarden.', 'Welcher Passwortmanager ist meiner?', 'Womit verwalte ich Zugangsdaten?'],
    ['Ich laufe im Herbst einen Marathon.', 'Was laufe ich im Herbst?', 'Mein nächster sportlicher Wettkampf?'],
    ['Unsere Nachbarin gießt die Blumen.', 'Wer gießt die Blumen?', 'Welche Person kümmert sich um Pflanzen?']
  ],
  Spanish: [
    ['Vivo en Valencia desde marzo.', '¿Dónde vivo desde marzo?', '¿Cuál es mi ciudad de residencia?'],
    [
      'Mi hermana trabaja de dentista.',
      '¿De qué trabaja mi hermana?',
      '¿Cuál es la profesión que tiene la hija mayor?'
    ],
    ['No tolero los cacahuetes.', '¿Tolero los cacahuetes?', '¿Qué alergia debe conocer el cocinero?'],
    ['Nuestro perro se llama Bruno.', '¿Cómo se llama nuestro perro?', '¿Cuál es el nombre de la mascota?'],
    ['Voy a la oficina en bicicleta.', '¿Cómo voy a la oficina?', '¿Qué transporte uso para ir al trabajo?'],
    ['Mi coche está en el taller.', '¿Dónde está mi coche?', '¿Por qué falta hoy nuestro automóvil?'],
    [
      'La cita con el dentista es el martes a las nueve.',
      '¿Cuándo es la cita con el dentista?',
      '¿A qué hora me revisan dientes y boca?'
    ],
    ['Prefiero beber té negro.', '¿Qué prefiero beber?', '¿Cuál es mi infusión favorita?'],
    [
      'Toco el violonchelo desde hace diez años.',
      '¿Qué toco desde hace diez años?',
      '¿Qué instrumento musical domino?'
    ],
    ['Mi alquiler es de ochocientos euros.', '¿De cuánto es mi alquiler?', '¿Cuánto pago cada mes por la vivienda?'],
    ['En julio volamos a Portugal.', '¿Adónde volamos en julio?', '¿Cuál es el destino del viaje de verano?'],
    ['Mi hermano se casó en mayo.', '¿Quién se casó en mayo?', '¿Qué boda celebró la familia?'],
    ['Ahora leo una novela policíaca islandesa.', '¿Qué novela leo ahora?', '¿Cuál es mi libro actual?'],
    [
      'Mi gestor de contraseñas es Bitwarden.',
      '¿Cuál es mi gestor de contraseñas?',
      '¿Dónde guardo claves para entrar?'
    ],
    ['En otoño corro un maratón.', '¿Qué corro en otoño?', '¿Para qué competición deportiva entreno?'],
    ['Nuestra vecina riega las flores.', '¿Quién riega las flores?', '¿Qué persona cuida todas esas plantas?']
  ],
  Japanese: [
    ['三月から京都に住んでいます。', '三月からどこに住んでいますか？', '自宅がある街は？'],
    ['妹は歯医者として働いています。', '妹は何として働いていますか？', '家族の職業を教えて'],
    ['ピーナッツが食べられません。', '何が食べられませんか？', '料理人が知るべきアレルギーは？'],
    ['うちの犬の名前はハチです。', 'うちの犬の名前は？', 'ペットをどう呼ぶ？'],
    ['毎日自転車で会社に行きます。', '何で会社に行きますか？', '通勤手段を教えて'],
    ['車は修理工場にあります。', '車はどこにありますか？', 'マイカーが使えないのはなぜ？'],
    ['歯科の予約は火曜日の九時です。', '歯科の予約はいつですか？', '診察を受けるタイミング？'],
    ['紅茶を飲むのが一番好きです。', '何を飲むのが一番好きですか？', 'お気に入りのドリンク？'],
    ['十年前からチェロを弾いています。', '十年前から何を弾いていますか？', '得意な楽器？'],
    ['家賃は八万円です。', '家賃はいくらですか？', '住居に毎月かかる費用？'],
    ['七月にポルトガルへ飛びます。', '七月にどこへ飛びますか？', '夏休みの旅行先？'],
    ['兄は五月に結婚しました。', '誰が五月に結婚しましたか？', '親族のウェディング？'],
    ['今アイスランドの推理小説を読んでいます。', '今どんな推理小説を読んでいますか？', '最近の本の題材？'],
    ['パスワード管理はビットワーデンです。', 'パスワード管理は何ですか？', 'ログイン情報はどこにある？'],
    ['秋にマラソンを走ります。', '秋に何を走りますか？', '出場予定のスポーツ大会？'],
    ['隣の人が花に水をやります。', '誰が花に水をやりますか？', '植物の世話をする相手？']
  ]
}

interface Filling {
  names: string[]
  things: string[]
  places: string[]
  sentences: string[]
}

/** What else is remembered, of others: `{n}` a name, `{t}` a thing, `{p}` a place. */
export const fillings: Record<Language, Filling> = {
  German: {
    names: ['Anke', 'Jürgen', 'Frauke', 'Detlef', 'Sabine', 'Holger'],
    things: ['ein Zelt', 'eine Lampe', 'ein Regal', 'eine Kamera', 'ein Boot', 'eine Decke'],
    places: ['Bremen', 'Kassel', 'Rostock', 'Jena', 'Ulm', 'Trier'],
    sentences: [
      '{n} hat in {p} {t} gekauft.',
      '{n} sucht {t} und fragt in {p} nach.',
      'In {p} hat {n} {t} verloren.',
      '{n} zeigte mir {t} aus {p}.'
    ]
  },
  Spanish: {
    names: ['Lucía', 'Ramón', 'Pilar', 'Andrés', 'Inés', 'Tomás'],
    things: ['una tienda', 'una lámpara', 'un estante', 'una cámara', 'un barco', 'una manta'],
    places: ['Burgos', 'Cádiz', 'Lugo', 'Toledo', 'Murcia', 'Huesca'],
    sentences: [
      '{n} compró {t} en {p}.',
      '{n} busca {t} y pregunta en {p}.',
      'En {p} {n} perdió {t}.',
      '{n} me enseñó {t} de {p}.'
    ]
  },
  Japanese: {
    names: ['田中さん', '佐藤さん', '鈴木さん', '高橋さん', '伊藤さん', '渡辺さん'],
    things: ['テント', 'ランプ', '棚', 'カメラ', 'ボート', '毛布'],
    places: ['札幌', '仙台', '金沢', '広島', '福岡', '奈良'],
    sentences: [
      '{n}は{p}で{t}を買いました。',
      '{n}は{t}を探して{p}で聞きました。',
      '{p}で{n}は{t}をなくしました。',
      '{n}が{p}の{t}を見せてくれました。'
    ]
  }
}
