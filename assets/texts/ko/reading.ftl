tab-check = 점검
check-nothing = 살펴볼 것이 없어요. 모든 줄을 확실하게 읽고 모든 글자를 말합니다
check-failed = 실패 ({ $n })
check-suspicious = 들어 보세요 ({ $n })
check-warned = 알림 ({ $n })
check-dropped = 말하지 않는 글자 ({ $n })
check-doubtful = 여러 가지로 읽을 수 있음 ({ $n })
check-line = { $n }: { $what }
suspicion-too-short = 글보다 짧아 빠진 말이 있을 수 있음
suspicion-too-long = 글보다 길어 되풀이된 말이 있을 수 있음
suspicion-silent = 소리가 들리지 않음
suspicion-clipped = 너무 커서 찌그러짐

word-by-rule = 고르기 전처럼 읽기
word-add-entry = 발음 사전에 추가…
word-edit-entry = 항목 고치기…
word-read-as = 여기서만 이렇게 읽기
word-read-as-hint = Enter를 누르면 이 자리에만 적용
command-read-word = 커서가 있는 낱말의 읽기

explain-chosen = “{ $written }”을(를) 이 자리에서 고른 대로 “{ $spoken }”(으)로 읽음
explain-entry = 발음 사전({ $which })에 따라 “{ $written }”을(를) “{ $spoken }”(으)로 읽음
lexicon-of-project = 이 프로젝트
lexicon-of-person = 내 사전

readings = 고른 읽기
reading-row = { $written } → { $spoken }
reading-remove = “{ $written }” 고르기 전처럼 읽기
reading-options = 읽기
particles-follow = 조사를 읽기에 맞추기
particles-follow-hint = 발음 사전의 읽기가 끝소리를 바꾸면 은/는, 이/가 등을 맞춤
foreign-words = 다른 언어의 낱말
foreign-by-voice = 목소리에 맞게
foreign-kept = 쓴 그대로
foreign-spelled = 풀어 적기
foreign-words-hint = 풀어 적으면 한국어 줄의 server는 서버로, 영어 줄의 서울은 Seoul로 읽음
