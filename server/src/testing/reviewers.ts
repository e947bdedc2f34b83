/** The running example of the paper after its edit E1: a paper whose reviewers are no longer reviewers. */
export const reviewers = `#- /data.ttl
ex:PaperABC a ex:Paper ; ex:reviewedBy ex:Alice, ex:Clark ; ex:author ex:Ethan .
ex:PaperA a ex:Paper ; ex:reviewedBy ex:Alice .
ex:Alice a ex:Professor .
ex:Bob a ex:Professor, ex:CommitteeMember .
ex:Clark a ex:Student .
ex:Dan a ex:Professor, ex:CommitteeMember .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ; sh:property ex:ReviewedByShape .
ex:ReviewedByShape a sh:PropertyShape ; sh:path ex:reviewedBy ; sh:qualifiedValueShape ex:ReviewerShape ;
  sh:qualifiedMaxCount 3 ; sh:qualifiedMinCount 1 .
ex:ReviewerShape a sh:NodeShape ; sh:targetNode ex:Dan ; sh:class ex:Professor, ex:CommitteeMember .
`;

/** The violation of the paper's template of prompts (Fig. 2), with what the figure leaves out made up. */
export const airHandler = `#- /data.ttl
@prefix brick: <https://brickschema.org/schema/Brick#> .
<urn:bldg/ahu> a brick:Air_Handling_Unit ; brick:hasPoint <urn:bldg/outside_co2_sensor> ; brick:feeds <urn:bldg/zone> .
<urn:bldg/outside_co2_sensor> a brick:CO2_Sensor .
<urn:bldg/zone> a brick:HVAC_Zone .
#- /shapes.ttl
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:AhuShape a sh:NodeShape ; sh:targetClass brick:Air_Handling_Unit ;
  sh:property [ sh:path brick:feeds ; sh:qualifiedMinCount 1 ;
    sh:qualifiedValueShape [ sh:node <urn:my_site_constraints/co2_zone> ] ] .
<urn:my_site_constraints/co2_zone> a sh:NodeShape ;
  sh:property [ sh:path brick:hasPoint ; sh:minCount 1 ] .
`;

/** A room whose storey is a string, beside one with a correct storey. */
export const storeys = `#- /data.ttl
ex:r a ex:Room ; ex:storey "two" ; ex:partOf ex:b ; rdfs:label "Room R" . # keep me
ex:s a ex:Room ; ex:storey 1 ; ex:partOf ex:b .
ex:b a ex:Building ; rdfs:label "Main building" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:message "The storey is a number." ] ;
  sh:property [ sh:path ex:partOf ; sh:class ex:Building ; sh:minCount 1 ] .
`;
