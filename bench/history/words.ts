/** Common words, syllables that make uncommon ones, and common signs of Chinese and Japanese. */
export const words =
  `the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you
were their one all we can her has there been if more when will would who so no she other its may these what them than
some him time into only could new then do first any my now such like our over man me even most made after also did many
before must through years where much your way well down should because each just those people how too little state good
very make world still see own work long here get both between being under never day same another know while last might
us great old year off come since against go came right used take three request response error server table column index
query value field update delete create return string number object array function class import export module package
version build deploy release branch commit merge review test failed passed timeout retry cache token budget session
customer order invoice payment shipping address account balance transfer report summary meeting schedule travel flight
hotel booking ticket weather forecast temperature city country language translate document contract policy insurance
claim doctor patient result analysis market price stock growth revenue quarter forecast estimate project manager team
design interface button screen mobile network latency memory storage database migration backup security password login`.split(
    /\s+/,
  )

export const syllables =
  'ba co di fe gu ha je ki lo mu na pe qui ro si tu va wo xy zen tra ster ling ment'.split(' ')

export const signs = [
  ...'的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从',
  ...'のにはをたがでてとしれさあいもすかなりこまうくよらけ日本語東京今日明日確認注文予約変更天気',
]
