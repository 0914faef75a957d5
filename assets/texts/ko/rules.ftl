# 읽기 규칙의 이름
rule-other = 읽기 규칙
dropped-other = 낼 소리가 없음
